import { secretOperations } from "@ferrule/contract/operations/secrets.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { api } from "../../api/api.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { SecretField } from "../../components/form/secret-field.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";

interface NewSecretProps {
  environment: Environment;
  /** Filled in if the user came from a page that lacks this secret. */
  name: string;
  onClose: () => void;
  onCreated?: (name: string) => void;
}

/** Creates a secret in the chosen environment. */
export function NewSecret({ environment, name, onClose, onCreated }: NewSecretProps) {
  const schema = secretOperations.createSecret.body;
  return (
    <FormDialog
      onClose={onClose}
      title={`New secret in ${environmentNames[environment]}`}
      description="The value is stored encrypted. Functions that declare it can read it, but nobody can view it again."
      submit="Create secret"
      kind={environment === "production" ? "production" : "primary"}
      taken="name"
      schema={schema}
      initial={{ name, environment, value: "" }}
      onSubmit={async (values) => {
        const created = await api.createSecret({ body: schema.parse(values) });
        toast(`${created.name} was created`, "The next call that reads it gets the value.");
        onCreated?.(created.name);
        onClose();
      }}
    >
      <TextField
        name="name"
        label="Name"
        hint="The name that Functions use: capital letters, digits and _, for example ORDERS_TOKEN."
        mono
        autoFocus={name === ""}
      />
      <SecretField name="value" label="Value" hint="At most 16 KiB. Line breaks and spaces are kept." />
    </FormDialog>
  );
}
