import { clientKeys } from "@ferrule/contract/resources/oauth.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { useState } from "react";
import { useAction } from "../../../../api/use-action.ts";
import { RadioChoices } from "../../../../components/form/radio-choices.tsx";
import { TextField } from "../../../../components/form/fields.tsx";
import { FormDialog } from "../../../../components/form/form-dialog.tsx";
import { ShownOnceDialog } from "../../../../components/overlay/shown-once.tsx";
import { environmentNames } from "../../../../shell/environment/environment-names.ts";
import type { Endpoint } from "../../endpoint.ts";
import { ClientAddresses } from "./client-addresses.tsx";
import { clientForms, linesOf } from "./client-form.ts";

const uses = [
  { value: "person", label: "People", detail: "Each person signs in and allows it for themselves." },
  {
    value: "machine",
    label: "A machine",
    detail: "It calls by itself and proves who it is with a key that never leaves it.",
  },
] as const;

interface NewClientProps {
  endpoint: Endpoint;
  environment: Environment;
  onClose: () => void;
}

/** Registers a program for one environment, and shows the client ID for its configuration. */
export function NewClient({ endpoint, environment, onClose }: NewClientProps) {
  const [use, setUse] = useState<(typeof uses)[number]["value"]>("person");
  const create = useAction("createOauthClient");
  if (create.data) {
    return (
      <ShownOnceDialog title={create.data.name} label="Client ID" value={create.data.id} onClose={onClose}>
        Enter this client ID in the program. It is not secret, and you find it here again. There is no client secret.
      </ShownOnceDialog>
    );
  }
  const params = { endpointId: endpoint.id };
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={`Register a program for ${environmentNames[environment]}`}
      description={`It can ask for access to ${endpoint.name} only.`}
      submit="Register"
      formKey={use}
      schema={clientForms[use]}
      initial={{ name: "", redirects: "", keys: "" }}
      above={
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">Who uses it?</legend>
          <RadioChoices name="use" value={use} choices={uses} onChange={setUse} />
        </fieldset>
      }
      onSubmit={({ name, redirects, keys }) =>
        create.mutateAsync({
          params,
          body:
            use === "person"
              ? { use, name: String(name), environment, redirectUris: linesOf(redirects) }
              : { use, name: String(name), environment, jwks: clientKeys.parse(JSON.parse(String(keys))) },
        })
      }
    >
      <TextField name="name" label="Name" placeholder="Claude" hint="People read it when they are asked." autoFocus />
      <ClientAddresses use={use} />
    </FormDialog>
  );
}
