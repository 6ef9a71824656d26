import type { Environment } from "@ferrule/contract/states.ts";
import { useId } from "react";
import { inputClass } from "../../../components/input-class.ts";
import { Select } from "../../../components/choose/select.tsx";
import type { TestRequest } from "./run-test.ts";

export type RunAsCaller = NonNullable<TestRequest["caller"]>;

export interface RunAsValues {
  environment: Environment;
  tenantId: string;
  /** Null for the signed-in user. */
  caller: RunAsCaller | null;
}

const callers = [
  { value: "me", label: "me" },
  { value: "api-key", label: "an API key" },
  { value: "jwt", label: "a JWT's subject" },
  { value: "anonymous", label: "nobody" },
  { value: "cron", label: "a cron" },
] as const;

const environments = [
  { value: "development", label: "Development" },
  { value: "production", label: "Production" },
] as const;

/** Where a test runs, for which tenant, and the caller in `ctx.caller`. */
export function RunAs({ values, onChange }: { values: RunAsValues; onChange: (values: RunAsValues) => void }) {
  const id = useId();
  const { environment, tenantId, caller } = values;
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3 rounded-md border border-line p-2.5">
      <legend className="px-1 text-xs font-medium text-muted">Run as</legend>
      <div className="grid gap-1">
        <label htmlFor={`${id}-environment`} className="text-xs text-muted">
          Environment
        </label>
        <Select
          id={`${id}-environment`}
          value={environment}
          choices={environments}
          onChange={(next) => onChange({ ...values, environment: next })}
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-tenant`} className="text-xs text-muted">
          Tenant
        </label>
        <input
          id={`${id}-tenant`}
          className={`${inputClass} font-mono`}
          value={tenantId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...values, tenantId: event.target.value })}
          onBlur={() => tenantId.trim() === "" && onChange({ ...values, tenantId: "default" })}
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-caller`} className="text-xs text-muted">
          Caller
        </label>
        <Select
          id={`${id}-caller`}
          value={caller?.kind ?? "me"}
          choices={callers}
          onChange={(kind) =>
            onChange({
              ...values,
              caller:
                kind === "me" ? null : { kind, ...(kind === "anonymous" ? {} : { name: caller?.name ?? "test" }) },
            })
          }
        />
      </div>
      {caller !== null && caller.kind !== "anonymous" && (
        <div className="grid gap-1">
          <label htmlFor={`${id}-name`} className="text-xs text-muted">
            Name
          </label>
          <input
            id={`${id}-name`}
            className={inputClass}
            value={caller.name ?? ""}
            autoComplete="off"
            onChange={({ target }) =>
              onChange({ ...values, caller: { ...caller, name: target.value === "" ? null : target.value } })
            }
          />
        </div>
      )}
    </fieldset>
  );
}
