import { connectionOperations } from "@ferrule/contract/operations/connections.ts";
import { z } from "zod";
import { ifMatch } from "../../api/if-match.ts";
import { api } from "../../api/api.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { SecretField } from "../../components/form/secret-field.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { ConnectionFields, givenSettings } from "./connection-fields.tsx";

type Connection = ItemOf<"listConnections">;

const { body } = connectionOperations.updateConnection;
const schema = z.preprocess((values) => givenSettings(values as Record<string, unknown>), body);

/** Edits a connection; its URL stays unless a new one is entered. */
export function EditConnection({ item, onClose }: { item: Connection; onClose: () => void }) {
  const { id: connectionId, name, environment, revision } = item;
  const { tls, caCertificate, readOnly, statementTimeoutMs, maxRows, maxBytes, poolSize } = item;
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${name}`}
      description={`Effective at once in ${environmentNames[environment]}, without a deployment.`}
      submit="Save changes"
      kind={environment === "production" ? "production" : "primary"}
      schema={schema}
      initial={{
        url: "",
        tls,
        caCertificate: caCertificate ?? "",
        readOnly,
        statementTimeoutMs,
        maxRows,
        maxBytes,
        poolSize,
      }}
      onSubmit={async (values) => {
        await api.updateConnection({
          params: { connectionId },
          body: body.parse(givenSettings(values)),
          headers: ifMatch(revision),
        });
        toast(`${name} was saved`, "The next statement uses it.");
        onClose();
      }}
    >
      <SecretField name="url" label="New URL" hint="Leave empty to keep the current one." optional />
      <ConnectionFields />
    </FormDialog>
  );
}
