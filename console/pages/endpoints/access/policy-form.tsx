import { plainProblem } from "@ferrule/contract/plain-problem.ts";
import { permissions as permissionsSchema } from "@ferrule/contract/internal/permissions.ts";
import { newAuthPolicy, oauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { useState } from "react";
import { useAction } from "../../../api/use-action.ts";
import { useCollectionsFound, useConnectionsFound, useSecretsFound } from "../../../api/use-names-found.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { ErrorNote } from "../../../components/error-note.tsx";
import { Select } from "../../../components/select.tsx";
import { toast } from "../../../components/toast.tsx";
import { environmentNames } from "../../../shell/environment-names.ts";
import { connectionProblem } from "../../functions/code/connection-problem.ts";
import { NameList } from "../../functions/code/name-list.tsx";
import type { Endpoint } from "../endpoint.ts";
import { RadioChoice } from "../../../components/form/radio-choice.tsx";
import { newSignature, SignatureOptions } from "./signature-options.tsx";
import { SignInOptions } from "./sign-in-options.tsx";
import { mayTouch, touched, whoCanCall, type Declared, type Policy } from "./policy-sentence.ts";

const { secrets: secretsSchema, hosts: hostsSchema } = permissionsSchema.shape;
const originSchema = newAuthPolicy.shape.allowedOrigins;

const problemIn = (schema: { safeParse: typeof secretsSchema.safeParse }) => (text: string) => {
  const parsed = schema.safeParse([text], { error: plainProblem });
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "Not valid.");
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
  return (
    <div className="grid gap-4 rounded-md border border-line p-3">
      <NameList
        label="Secrets"
        hint="Secrets that calls can read."
        placeholder="ORDERS_TOKEN"
        values={value.secrets}
        known={declared.secrets}
        useFound={useSecretsFound}
        problemOf={problemIn(secretsSchema)}
        onChange={(next) => onChange({ ...value, secrets: next })}
      />
      <NameList
        label="Hosts"
        hint="Hosts that calls can fetch from. *.example.com covers every subdomain."
        placeholder="api.example.com"
        values={value.hosts}
        known={declared.hosts}
        problemOf={problemIn(hostsSchema)}
        onChange={(next) => onChange({ ...value, hosts: next })}
      />
      <NameList
        label="Collections"
        hint="Collections that calls can open. Collection grants apply too."
        placeholder="customers"
        values={value.collections.map(({ name }) => name)}
        known={declared.collections.map(({ name }) => name)}
        useFound={useCollectionsFound}
        problemOf={(text) =>
          /^[a-z][a-z0-9_-]{0,62}$/.test(text) ? null : "Lowercase letters, digits, _ and -, starting with a letter."
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
      <NameList
        label="Connections"
        hint="Databases that calls can query."
        placeholder="shop"
        values={value.connections ?? []}
        known={declared.connections ?? []}
        useFound={useConnectionsFound}
        problemOf={connectionProblem}
        onChange={(next) => onChange({ ...value, connections: next.length === 0 ? undefined : next })}
      />
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

/** Edits the policy of one environment; the resulting sentence stands above the buttons. */
export function PolicyForm({
  endpoint,
  policy,
  declared,
  targets,
  onClose,
}: {
  endpoint: Endpoint;
  policy: Policy;
  declared: Declared;
  /** Tools or routes bound here. */
  targets: readonly string[];
  onClose: () => void;
}) {
  const { environment } = policy;
  const isProduction = environment === "production";
  const [revision] = useState(policy.revision);
  const [caller, setCaller] = useState(policy.caller);
  const [signIn, setSignIn] = useState(() => policy.caller.oauth ?? oauthPolicy.parse({}));
  const [permissions, setPermissions] = useState(policy.permissions);
  const [listed, setListed] = useState(policy.permissions === "*" ? declared : policy.permissions);
  const [allowedOrigins, setOrigins] = useState<string[]>(policy.allowedOrigins);
  const save = useAction("replaceAuthPolicy", {
    changes: ["listEndpointAuthPolicies", "listAuthPolicies", "getRuntimeEndpoint", "evaluateAuthPolicy"],
    onSuccess: () => {
      toast("The policy was saved", "It takes effect within a second");
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
      description="It applies to new calls within a second, without a deployment."
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
          <RadioChoice
            name="mode"
            label="API key"
            detail="Each caller has its own key, which you can limit, rotate and revoke."
            isChosen={caller.mode === "api-key"}
            onChoose={() => setCaller({ mode: "api-key" })}
          />
          <RadioChoice
            name="mode"
            label="Sign-in"
            detail="People sign in to Ferrule from their program and see what they allow. You give them only the address."
            isChosen={caller.mode === "oauth"}
            onChoose={() => setCaller({ mode: "oauth", oauth: signIn })}
          />
          {caller.mode === "oauth" && (
            <SignInOptions
              value={signIn}
              targets={targets}
              onChange={(oauth) => {
                setSignIn(oauth);
                setCaller({ mode: "oauth", oauth });
              }}
            />
          )}
          {endpoint.kind === "http" && (
            <RadioChoice
              name="mode"
              label="Webhook signature"
              detail="Only what one sender has signed gets in. It needs no key, and nothing gets in twice."
              isChosen={caller.mode === "signature"}
              onChoose={() => setCaller({ mode: "signature", signature: newSignature })}
            />
          )}
          {caller.signature !== undefined && (
            <SignatureOptions
              value={caller.signature}
              onChange={(signature) => setCaller({ mode: "signature", signature })}
            />
          )}
          <RadioChoice
            name="mode"
            label="No authentication"
            detail="Anyone who can reach the address can call. Use it on your own machine only."
            isChosen={caller.mode === "none"}
            disabledReason={isProduction ? "Not available in Production, because anyone could call." : null}
            onChoose={() => setCaller({ mode: "none" })}
          />
        </fieldset>
        <NameList
          label="Web pages"
          hint="Origins whose pages can call from a browser. * allows any. Servers and agents do not need one."
          placeholder="https://app.example.com"
          values={allowedOrigins}
          problemOf={(text) => {
            const parsed = originSchema.safeParse([text], { error: plainProblem });
            return parsed.success ? null : (parsed.error.issues[0]?.message ?? "Not valid.");
          }}
          onChange={setOrigins}
        />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">What calls can use</legend>
          <RadioChoice
            name="permissions"
            label="Everything its Function declares"
            detail="The Function's own permissions are the limit."
            isChosen={permissions === "*"}
            onChoose={() => setPermissions("*")}
          />
          <RadioChoice
            name="permissions"
            label="Only what is listed here"
            detail="Only what both the Function declares and this list allows."
            isChosen={permissions !== "*"}
            onChoose={() => setPermissions(listed)}
          />
          {permissions !== "*" && <Allowed value={listed} declared={declared} onChange={setListed} />}
        </fieldset>
        <section aria-label="Summary" aria-live="polite" className="rounded-md bg-sunken px-3 py-2.5 text-sm">
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
