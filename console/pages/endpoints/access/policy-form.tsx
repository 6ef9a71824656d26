import { plainProblem } from "@ferrule/contract/plain-problem.ts";
import { permissions as permissionsSchema } from "@ferrule/contract/internal/permissions.ts";
import { newAuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { useState } from "react";
import { useAction } from "../../../api/use-action.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { ErrorNote } from "../../../components/error-note.tsx";
import { Select } from "../../../components/select.tsx";
import { toast } from "../../../components/toast.tsx";
import { environmentNames } from "../../../shell/environment-names.ts";
import { NameList } from "../../functions/code/name-list.tsx";
import type { Endpoint } from "../endpoint.ts";
import { Choice } from "./choice.tsx";
import { mayTouch, touched, whoCanCall, type Declared, type Policy } from "./policy-sentence.ts";

const { secrets: secretsSchema, hosts: hostsSchema } = permissionsSchema.shape;
const originSchema = newAuthPolicy.shape.allowedOrigins;

const problemIn = (schema: { safeParse: typeof secretsSchema.safeParse }) => (text: string) => {
  const parsed = schema.safeParse([text], { error: plainProblem });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "It is not valid.");
};

const accesses = [
  { value: "read", label: "read" },
  { value: "write", label: "write" },
  { value: "read-write", label: "read and write" },
] as const;

function Allowed({
  value,
  declared,
  onChange,
}: {
  value: Declared;
  declared: Declared;
  onChange: (next: Declared) => void;
}) {
  const secrets = useOperation("listSecrets", { query: { limit: 200 } });
  return (
    <div className="grid gap-4 rounded-md border border-line p-3">
      <NameList
        label="Secrets"
        hint="Those that a call may read."
        placeholder="ORDERS_TOKEN"
        values={value.secrets}
        known={[...new Set([...declared.secrets, ...(secrets.data?.items.map(({ name }) => name) ?? [])])]}
        problemOf={problemIn(secretsSchema)}
        onChange={(next) => onChange({ ...value, secrets: next })}
      />
      <NameList
        label="Hosts"
        hint="Where a call may fetch from. *.example.com covers every subdomain."
        placeholder="api.example.com"
        values={value.hosts}
        known={declared.hosts}
        problemOf={problemIn(hostsSchema)}
        onChange={(next) => onChange({ ...value, hosts: next })}
      />
      <NameList
        label="Collections"
        hint="Data that a call may open; grants of the collection apply too."
        placeholder="customers"
        values={value.collections.map(({ name }) => name)}
        known={declared.collections.map(({ name }) => name)}
        problemOf={(text) =>
          /^[a-z][a-z0-9_-]{0,62}$/.test(text) ? null : "Small letters, digits, _ and -, beginning with a letter."
        }
        onChange={(names) =>
          onChange({
            ...value,
            collections: names.map(
              (name) => value.collections.find((one) => one.name === name) ?? { name, access: "read" as const },
            ),
          })
        }
      />
      {value.collections.map((one) => (
        <div key={one.name} className="flex items-center justify-between gap-2 text-sm">
          <code className="font-mono text-xs break-all">{one.name}</code>
          <Select
            size="sm"
            aria-label={`Access to ${one.name}`}
            value={one.access}
            choices={accesses}
            onChange={(access) =>
              onChange({
                ...value,
                collections: value.collections.map((each) => (each.name === one.name ? { ...each, access } : each)),
              })
            }
          />
        </div>
      ))}
      <label className="flex min-h-7 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={value.cache}
          onChange={({ target }) => onChange({ ...value, cache: target.checked })}
        />
        The cache
      </label>
    </div>
  );
}

/** Replaces the policy of one environment; the sentence that will be true stands above the buttons. */
export function PolicyForm({
  endpoint,
  policy,
  declared,
  onClose,
}: {
  endpoint: Endpoint;
  policy: Policy;
  declared: Declared;
  onClose: () => void;
}) {
  const { environment } = policy;
  const isProduction = environment === "production";
  const [revision] = useState(policy.revision);
  const [caller, setCaller] = useState(policy.caller);
  const [permissions, setPermissions] = useState(policy.permissions);
  const [listed, setListed] = useState(policy.permissions === "*" ? declared : policy.permissions);
  const [allowedOrigins, setOrigins] = useState<string[]>(policy.allowedOrigins);
  const save = useAction("replaceAuthPolicy", {
    changes: ["listEndpointAuthPolicies", "listAuthPolicies", "getRuntimeEndpoint", "evaluateAuthPolicy"],
    onSuccess: () => {
      toast("The policy was saved", "It holds within a second");
      onClose();
    },
  });
  const next = permissions === "*" ? ("*" as const) : listed;
  const given: Policy = { ...policy, caller, permissions: next, allowedOrigins };
  const groups = touched(next, declared);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Policy of ${environmentNames[environment]}`}
      description="It holds within a second, without a deployment, for every call that begins after."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={isProduction ? "production" : "primary"}
            busy={save.isPending}
            onClick={() =>
              save.mutate({
                params: { endpointId: endpoint.id },
                body: { environment, caller, permissions: next, allowedOrigins },
                headers: { "if-match": `"${revision}"` },
              })
            }
          >
            {isProduction ? "Save for Production" : "Save policy"}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">Callers</legend>
          <Choice
            name="mode"
            label="Show an API key"
            detail="Each caller has a key of its own, which can be limited, rotated and revoked."
            isChosen={caller.mode === "api-key"}
            onChoose={() => setCaller({ mode: "api-key" })}
          />
          <Choice
            name="mode"
            label="Need nothing"
            detail={
              isProduction
                ? "Not in Production: anybody could call."
                : "Anybody who reaches the address can call; for work on your own machine."
            }
            isChosen={caller.mode === "none"}
            isForbidden={isProduction}
            onChoose={() => setCaller({ mode: "none" })}
          />
        </fieldset>
        <NameList
          label="Web pages"
          hint="Origins whose pages may call from a browser; * is any. Servers and agents need none."
          placeholder="https://app.example.com"
          values={allowedOrigins}
          problemOf={(text) => {
            const parsed = originSchema.safeParse([text], { error: plainProblem });
            return parsed.success ? null : (parsed.error.issues[0]?.message ?? "It is not valid.");
          }}
          onChange={setOrigins}
        />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">What a call may touch</legend>
          <Choice
            name="permissions"
            label="Whatever its Function declares"
            detail="The Function's own list is the limit."
            isChosen={permissions === "*"}
            onChoose={() => setPermissions("*")}
          />
          <Choice
            name="permissions"
            label="No more than what is listed here"
            detail="Of what the Function declares, only what is in this list too."
            isChosen={permissions !== "*"}
            onChoose={() => setPermissions(listed)}
          />
          {permissions !== "*" && <Allowed value={listed} declared={declared} onChange={setListed} />}
        </fieldset>
        <section aria-label="In a sentence" aria-live="polite" className="rounded-md bg-sunken px-3 py-2.5 text-sm">
          <p>{whoCanCall(given)}</p>
          <p className="mt-1">
            {mayTouch(next, declared)}{" "}
            {groups.length > 0 && (
              <span className="font-mono text-xs break-all">
                {groups.map(({ names }) => names.join(", ")).join(" · ")}
              </span>
            )}
          </p>
        </section>
        {save.error && <ErrorNote error={save.error} />}
      </div>
    </Dialog>
  );
}
