import type { CallerRule } from "@ferrule/contract/resources/caller-rules.ts";
import { inputClass } from "../../../components/input-class.ts";
import { ClaimValue } from "./claim-value.tsx";

type Condition = CallerRule["when"];

interface RuleConditionsProps {
  id: string;
  value: Condition;
  scopes: readonly string[];
  onChange: (next: Condition) => void;
}

/** The condition of a rule: a caller must match everything that is ticked. */
export function RuleConditions({ id, value, scopes, onChange }: RuleConditionsProps) {
  const { group, scope, claim } = value;
  const set = (change: { [K in keyof Condition]?: Condition[K] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...value, ...change }).filter(([, one]) => one !== undefined)));
  const tick = (text: string, checked: boolean, onTick: (checked: boolean) => void) => (
    <label className="flex min-h-8 items-center gap-2 text-sm">
      <input type="checkbox" checked={checked} onChange={({ target }) => onTick(target.checked)} />
      {text}
    </label>
  );
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-xs font-medium">When the caller…</legend>
      <div className="grid items-center gap-x-2 sm:grid-cols-[10rem_1fr]">
        {tick("is in the group", group !== undefined, (on) => set({ group: on ? "" : undefined }))}
        {group !== undefined && (
          <input
            aria-label="Group"
            className={inputClass}
            placeholder="support"
            autoComplete="off"
            value={group}
            onChange={({ target }) => set({ group: target.value })}
          />
        )}
      </div>
      <div className="grid items-center gap-x-2 sm:grid-cols-[10rem_1fr]">
        {tick("has the permission", scope !== undefined, (on) => set({ scope: on ? "" : undefined }))}
        {scope !== undefined && (
          <>
            <input
              aria-label="Permission (scope)"
              className={inputClass}
              placeholder="orders:write"
              autoComplete="off"
              list={`${id}-scopes`}
              value={scope}
              onChange={({ target }) => set({ scope: target.value })}
            />
            <datalist id={`${id}-scopes`}>
              {scopes.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </div>
      <div className="grid items-start gap-x-2 sm:grid-cols-[10rem_1fr]">
        {tick("has the claim", claim !== undefined, (on) => set({ claim: on ? { name: "", value: "" } : undefined }))}
        {claim !== undefined && (
          <div className="grid gap-2">
            <input
              aria-label="Claim"
              className={inputClass}
              placeholder="department"
              autoComplete="off"
              value={claim.name}
              onChange={({ target }) => set({ claim: { ...claim, name: target.value } })}
            />
            <ClaimValue value={claim.value} onChange={(next = "") => set({ claim: { ...claim, value: next } })} />
          </div>
        )}
      </div>
    </fieldset>
  );
}
