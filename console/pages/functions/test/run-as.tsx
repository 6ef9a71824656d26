import type { Environment } from "@ferrule/contract/states.ts";
import { useId, type ReactNode } from "react";
import { inputClass } from "../../../components/input-class.ts";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { Select } from "../../../components/choose/select.tsx";
import { environmentChoices } from "../../../shell/environment/environment-choices.ts";
import type { TestRequest } from "./run-test.ts";

export type RunAsCaller = NonNullable<TestRequest["caller"]>;

export interface RunAsValues {
  environment: Environment;
  tenantId: string;
  /** Null for the signed-in user. */
  caller: RunAsCaller | null;
}

const callers = choicesOf({
  me: "me",
  "api-key": "an API key",
  jwt: "an access token's subject",
  anonymous: "nobody",
  cron: "a cron",
});

function callerOf(kind: RunAsCaller["kind"] | "me", name: string): RunAsCaller | null {
  if (kind === "me") return null;
  return kind === "anonymous" ? { kind } : { kind, name };
}

const Small = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      {children(id)}
    </div>
  );
};

/** Where a test runs, its tenant, and the caller in `ctx.caller`. */
export function RunAs({ values, onChange }: { values: RunAsValues; onChange: (values: RunAsValues) => void }) {
  const { environment, tenantId, caller } = values;
  const change = (next: Partial<RunAsValues>) => onChange({ ...values, ...next });
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3 rounded-md border border-line p-2.5">
      <legend className="px-1 text-xs font-medium text-muted">Run as</legend>
      <Small label="Environment">
        {(id) => (
          <Select
            id={id}
            value={environment}
            choices={environmentChoices}
            onChange={(next) => change({ environment: next })}
          />
        )}
      </Small>
      <Small label="Tenant">
        {(id) => (
          <input
            id={id}
            className={`${inputClass} font-mono`}
            value={tenantId}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ tenantId: event.target.value })}
            onBlur={() => tenantId.trim() === "" && change({ tenantId: "default" })}
          />
        )}
      </Small>
      <Small label="Caller">
        {(id) => (
          <Select
            id={id}
            value={caller?.kind ?? "me"}
            choices={callers}
            onChange={(kind) => change({ caller: callerOf(kind, caller?.name ?? "test") })}
          />
        )}
      </Small>
      {caller !== null && caller.kind !== "anonymous" && (
        <Small label="Name">
          {(id) => (
            <input
              id={id}
              className={inputClass}
              value={caller.name ?? ""}
              autoComplete="off"
              onChange={({ target }) => change({ caller: { ...caller, name: target.value || null } })}
            />
          )}
        </Small>
      )}
    </fieldset>
  );
}
