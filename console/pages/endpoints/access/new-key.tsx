import { newApiKey } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { useState } from "react";
import { useAction } from "../../../api/use-action.ts";
import { Field } from "../../../components/form/field.tsx";
import { TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { useFormApi } from "../../../components/form/schema-form.tsx";
import { Select } from "../../../components/choose/select.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ShownOnceDialog } from "../../../components/overlay/shown-once.tsx";
import { environmentNames } from "../../../shell/environment-names.ts";
import { heldKeys } from "../connect/held-keys.ts";
import type { Endpoint } from "../endpoint.ts";
import { RadioChoice } from "../../../components/form/radio-choice.tsx";

const day = 86_400_000;
const lifetimes = [
  { value: "", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;
type Lifetime = (typeof lifetimes)[number]["value"];

function Scopes({ targets, word }: { targets: readonly string[]; word: string }) {
  const form = useFormApi();
  return (
    <Field name="scopes" label="Opens">
      {({ value, onChange }) => {
        const chosen = value as string[] | undefined;
        return (
          <div className="grid gap-1.5">
            <RadioChoice
              name="scopes"
              label={`Every ${word}`}
              detail={`Includes any bound later.`}
              isChosen={chosen === undefined}
              onChoose={() => onChange(undefined)}
            />
            <RadioChoice
              name="scopes"
              label={`Only some ${word}s`}
              detail="The key cannot see or call any other."
              isChosen={chosen !== undefined}
              disabledReason={targets.length === 0 ? `No ${word} is bound here yet.` : null}
              onChoose={() => form.setFieldValue("scopes", [])}
            />
            {chosen !== undefined && (
              <ul className="grid max-h-48 gap-1 overflow-y-auto rounded-md border border-line p-2">
                {targets.map((target) => (
                  <li key={target}>
                    <label className="flex min-h-7 items-center gap-2 text-sm">
                      <input
                        type="checkbox"
                        checked={chosen.includes(target)}
                        onChange={(event) =>
                          onChange(event.target.checked ? [...chosen, target] : chosen.filter((one) => one !== target))
                        }
                      />
                      <Mono>{target}</Mono>
                    </label>
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      }}
    </Field>
  );
}

/** Creates a key and shows its value once. */
export function NewKey({
  endpoint,
  environment,
  targets,
  onClose,
}: {
  endpoint: Endpoint;
  environment: Environment;
  targets: readonly string[];
  onClose: () => void;
}) {
  const [initial] = useState(() => ({ name: "", environment }));
  const [lifetime, setLifetime] = useState<Lifetime>("90");
  const create = useAction("createApiKey", {
    changes: ["listEndpointAuthPolicies", "getRuntimeEndpoint", "listRuntimeEndpoints"],
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
            ...(lifetime === "" ? {} : { expiresAt: new Date(Date.now() + Number(lifetime) * day).toISOString() }),
          },
        })
      }
    >
      <TextField name="name" label="Name" placeholder="Ada's Claude" hint="Who or what uses this key." autoFocus />
      <Scopes targets={targets} word={endpoint.kind === "mcp" ? "tool" : "route"} />
      <TextField
        name="tenantId"
        label="Tenant"
        optional
        mono
        placeholder="default"
        hint="Calls with this key only read and write this tenant's data."
      />
      <label className="grid gap-1.5 text-sm font-medium">
        Expires
        <Select aria-label="Expires" value={lifetime} choices={lifetimes} onChange={setLifetime} />
      </label>
    </FormDialog>
  );
}
