import { newApiKey } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { EndpointKind, Environment } from "@ferrule/contract/states.ts";
import { useState } from "react";
import { useAction } from "../../../../api/use-action.ts";
import { Field } from "../../../../components/form/field.tsx";
import { TextField } from "../../../../components/form/fields.tsx";
import { FormDialog } from "../../../../components/form/form-dialog.tsx";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { RadioChoices } from "../../../../components/form/radio-choices.tsx";
import { Select } from "../../../../components/choose/select.tsx";
import { ShownOnceDialog } from "../../../../components/overlay/shown-once.tsx";
import { environmentNames } from "../../../../shell/environment/environment-names.ts";
import { heldKeys } from "../../connect/held-keys.ts";
import type { Endpoint } from "../../endpoint.ts";
import { CheckList } from "../check-list.tsx";

const day = 86_400_000;
const lifetimes = [
  { value: "", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;
type Lifetime = (typeof lifetimes)[number]["value"];

/** What the key opens: everything, or the ticked names. */
function Scopes({ targets, kind }: { targets: readonly string[]; kind: EndpointKind }) {
  const isMcp = kind === "mcp";
  const choices = [
    { value: "every", label: isMcp ? "Everything here" : "Every route", detail: "Includes any bound later." },
    {
      value: "some",
      label: isMcp ? "Only some of it" : "Only some routes",
      detail: "The key cannot see or call anything else.",
      disabledReason: targets.length === 0 ? "Nothing is bound here yet." : null,
    },
  ] as const;
  return (
    <Field name="scopes" label="Opens">
      {({ value, onChange }) => {
        const chosen = value as string[] | undefined;
        return (
          <div className="grid gap-1.5">
            <RadioChoices
              name="scopes"
              value={chosen === undefined ? "every" : "some"}
              choices={choices}
              onChange={(next) => onChange(next === "every" ? undefined : [])}
            />
            {chosen !== undefined && <CheckList names={targets} chosen={chosen} onChange={onChange} />}
          </div>
        );
      }}
    </Field>
  );
}

interface NewKeyProps {
  endpoint: Endpoint;
  environment: Environment;
  /** What is bound here. */
  targets: readonly string[];
  onClose: () => void;
}

/** Creates a key and shows its value once. */
export function NewKey({ endpoint, environment, targets, onClose }: NewKeyProps) {
  const [initial] = useState(() => ({ name: "", environment }));
  const [lifetime, setLifetime] = useState<Lifetime>("90");
  const create = useAction("createApiKey", {
    onSuccess: ({ value, name }) => heldKeys.hold(endpoint.id, environment, { value, name, minted: true }),
  });
  const place = environmentNames[environment];
  if (create.data) {
    return (
      <ShownOnceDialog
        title={`The key ${create.data.name}`}
        label="API key"
        value={create.data.value}
        onClose={onClose}
      >
        It opens {endpoint.name} in {place}. Copy it now. It is not shown again.
      </ShownOnceDialog>
    );
  }
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={`New key for ${place}`}
      description={`It gives access to ${endpoint.name} in ${place} only.`}
      submit="Create key"
      kind={environment === "production" ? "production" : "primary"}
      schema={newApiKey}
      initial={initial}
      onSubmit={(values) =>
        create.mutateAsync({
          params: { endpointId: endpoint.id },
          body: {
            ...newApiKey.parse(values),
            expiresAt: lifetime === "" ? undefined : new Date(Date.now() + Number(lifetime) * day).toISOString(),
          },
        })
      }
    >
      <TextField name="name" label="Name" placeholder="Ada's Claude" hint="Who or what uses this key." autoFocus />
      <Scopes targets={targets} kind={endpoint.kind} />
      <TextField
        name="tenantId"
        label="Tenant"
        optional
        mono
        placeholder="default"
        hint="Calls with this key only read and write this tenant's data."
      />
      <Labelled label="Expires">
        {(control) => <Select {...control} value={lifetime} choices={lifetimes} onChange={setLifetime} />}
      </Labelled>
    </FormDialog>
  );
}
