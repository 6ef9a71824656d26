import { clientKeys } from "@ferrule/contract/resources/oauth.ts";
import { z } from "zod";
import { ifMatch } from "../../../../api/if-match.ts";
import { useAction } from "../../../../api/use-action.ts";
import { TextField } from "../../../../components/form/fields.tsx";
import { FormDialog } from "../../../../components/form/form-dialog.tsx";
import { toast } from "../../../../components/overlay/toast.tsx";
import type { Endpoint } from "../../endpoint.ts";
import { ClientAddresses } from "./client-addresses.tsx";
import { clientForms, linesOf } from "./client-form.ts";
import type { OauthClientRow } from "./oauth-client-row.ts";

/** An empty text leaves the keys unchanged, because they are not shown. */
const schemas = {
  person: clientForms.person,
  machine: clientForms.machine.extend({ keys: z.union([z.literal(""), clientForms.machine.shape.keys]) }),
};

/** Edits a registered program. Its consents stay. */
export function EditClient({
  endpoint,
  client,
  onClose,
}: {
  endpoint: Endpoint;
  client: OauthClientRow;
  onClose: () => void;
}) {
  const { use } = client;
  const update = useAction("updateOauthClient", {
    onSuccess: ({ name }) => {
      toast(`${name} was saved`);
      onClose();
    },
  });
  const current = client.keyIds.join(", ");
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={`Change ${client.name}`}
      description={
        use === "person"
          ? "Its client ID and what people allowed it stay."
          : `Its keys now: ${current}. To change a key without a pause, name both, let the machine use the new one, then leave the old one out.`
      }
      submit="Save"
      schema={schemas[use]}
      initial={{ name: client.name, redirects: client.redirectUris.join("\n"), keys: "" }}
      onSubmit={({ name, redirects, keys = "" }) => {
        const change =
          use === "person"
            ? { redirectUris: linesOf(redirects) }
            : keys === ""
              ? {}
              : { jwks: clientKeys.parse(JSON.parse(String(keys))) };
        return update.mutateAsync({
          params: { endpointId: endpoint.id, clientId: client.id },
          body: { name: String(name), ...change },
          headers: ifMatch(client.revision),
        });
      }}
    >
      <TextField name="name" label="Name" hint="People read it when they are asked." autoFocus />
      <ClientAddresses use={use} />
    </FormDialog>
  );
}
