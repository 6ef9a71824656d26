import type { CallerRule } from "@ferrule/contract/resources/caller-rules.ts";
import { inputClass } from "../../../../components/input-class.ts";
import { Select } from "../../../../components/choose/select.tsx";

type Tenant = CallerRule["tenant"];

const choices = [
  { value: "none", label: "does not say", detail: "the default tenant, unless another rule names one" },
  { value: "named", label: "this tenant", detail: "the same one for everybody whom the rule is about" },
  { value: "claim", label: "the one that a claim names", detail: "callers whose token lacks the claim are left out" },
] as const;

/** The tenant of the call, if a rule sets it. */
export function RuleTenant({ value, onChange }: { value: Tenant; onChange: (next: Tenant) => void }) {
  const kind = value === undefined ? "none" : typeof value === "string" ? "named" : "claim";
  return (
    <div className="grid grid-cols-1 items-center gap-2 sm:grid-cols-2">
      <label className="grid gap-1 text-xs font-medium">
        …as the tenant
        <Select
          aria-label="Tenant"
          value={kind}
          choices={choices}
          onChange={(next) => {
            if (next !== kind) onChange(next === "none" ? undefined : next === "named" ? "" : { claim: "" });
          }}
        />
      </label>
      {value !== undefined && (
        <label className="grid gap-1 text-xs font-medium">
          {kind === "named" ? "Tenant" : "Claim with the tenant"}
          <input
            className={inputClass}
            placeholder={kind === "named" ? "acme" : "org_id"}
            autoComplete="off"
            value={typeof value === "string" ? value : value.claim}
            onChange={({ target }) => onChange(kind === "named" ? target.value : { claim: target.value })}
          />
        </label>
      )}
    </div>
  );
}
