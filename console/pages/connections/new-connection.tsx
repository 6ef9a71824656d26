import { connectionOperations } from "@ferrule/contract/operations/connections.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { z } from "zod";
import { api } from "../../api/api.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { SecretField } from "../../components/form/secret-field.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { ConnectionFields, givenSettings } from "./connection-fields.tsx";

const { body } = connectionOperations.createConnection;
const schema = z.preprocess((values) => givenSettings({ url: "", ...(values as Record<string, unknown>) }), body);

interface NewConnectionProps {
  environment: Environment;
  onClose: () => void;
  onCreated: (created: { id: string; name: string }) => void;
}

/** Creates a connection in the chosen environment and opens it, for testing. */
export function NewConnection({ environment, onClose, onCreated }: NewConnectionProps) {
  return (
    <FormDialog
      onClose={onClose}
      title={`New connection in ${environmentNames[environment]}`}
      description="The URL is stored encrypted. Only workers can read it, and nobody can view it again."
      submit="Create connection"
      kind={environment === "production" ? "production" : "primary"}
      taken="name"
      schema={schema}
      initial={{
        name: "",
        environment,
        url: "",
        tls: "verify",
        caCertificate: "",
        readOnly: true,
        statementTimeoutMs: 5_000,
        maxRows: 1_000,
        maxBytes: 1_048_576,
        poolSize: 5,
      }}
      onSubmit={async (values) => {
        const created = await api.createConnection({ body: body.parse(givenSettings(values)) });
        toast(`${created.name} was created`, "Test it before you use it.");
        onCreated(created);
      }}
    >
      <TextField
        name="name"
        label="Name"
        hint="The name that Functions use: lowercase letters, digits and _, for example shop."
        mono
        autoFocus
      />
      <SecretField
        name="url"
        label="URL"
        hint="postgres://user:password@host:5432/database or mysql://…. Percent-encode special characters in the password."
      />
      <ConnectionFields />
    </FormDialog>
  );
}
