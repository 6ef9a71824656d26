import type { CallerRule } from "@ferrule/contract/resources/caller-rules.ts";
import type { ComponentProps, ReactNode } from "react";
import { inputClass } from "../../../../components/input-class.ts";
import { ClaimValue } from "../callers/claim-value.tsx";

type Condition = CallerRule["when"];

interface RuleConditionsProps {
  id: string;
  value: Condition;
  scopes: readonly string[];
  onChange: (next: Condition) => void;
}

interface ConditionProps {
  /** Continues "When the caller…". */
  label: string;
  isSet: boolean;
  onTick: (isSet: boolean) => void;
  children: ReactNode;
}

const ConditionRow = ({ label, isSet, onTick, children }: ConditionProps) => (
  <div className="grid grid-cols-1 items-start gap-x-2 sm:grid-cols-[10rem_1fr]">
    <label className="flex min-h-8 items-center gap-2 text-sm">
      <input type="checkbox" checked={isSet} onChange={({ target }) => onTick(target.checked)} />
      {label}
    </label>
    {isSet && <div className="grid gap-2">{children}</div>}
  </div>
);

type TextProps = Pick<ComponentProps<"input">, "aria-label" | "placeholder" | "list" | "value"> & {
  onText: (text: string) => void;
};

const Text = ({ onText, ...input }: TextProps) => (
  <input {...input} className={inputClass} autoComplete="off" onChange={({ target }) => onText(target.value)} />
);

/** The condition of a rule: a caller must match everything that is ticked. */
export function RuleConditions({ id, value, scopes, onChange }: RuleConditionsProps) {
  const { group, scope, claim } = value;
  const set = (change: { [K in keyof Condition]?: Condition[K] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...value, ...change }).filter(([, one]) => one !== undefined)));
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-xs font-medium">When the caller…</legend>
      <ConditionRow
        label="is in the group"
        isSet={group !== undefined}
        onTick={(isSet) => set({ group: isSet ? "" : undefined })}
      >
        <Text aria-label="Group" placeholder="support" value={group} onText={(text) => set({ group: text })} />
      </ConditionRow>
      <ConditionRow
        label="has the permission"
        isSet={scope !== undefined}
        onTick={(isSet) => set({ scope: isSet ? "" : undefined })}
      >
        <Text
          aria-label="Permission (scope)"
          placeholder="orders:write"
          list={`${id}-scopes`}
          value={scope}
          onText={(text) => set({ scope: text })}
        />
        <datalist id={`${id}-scopes`}>
          {scopes.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </ConditionRow>
      <ConditionRow
        label="has the claim"
        isSet={claim !== undefined}
        onTick={(isSet) => set({ claim: isSet ? { name: "", value: "" } : undefined })}
      >
        {claim && (
          <>
            <Text
              aria-label="Claim"
              placeholder="department"
              value={claim.name}
              onText={(name) => set({ claim: { ...claim, name } })}
            />
            <ClaimValue value={claim.value} onChange={(next = "") => set({ claim: { ...claim, value: next } })} />
          </>
        )}
      </ConditionRow>
    </fieldset>
  );
}
