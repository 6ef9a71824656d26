import { claimName, type CallerRule } from "@ferrule/contract/resources/caller-rules.ts";
import type { EndpointKind } from "@ferrule/contract/states.ts";
import { useId } from "react";
import { NameList } from "../../../functions/code/permissions/name-list.tsx";
import { EntryList } from "../entry-list.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { useMover } from "./use-mover.ts";

interface TokenRulesProps<V> {
  value: V;
  kind: EndpointKind;
  /** The tools or routes bound here. */
  targets: readonly string[];
  /** The policy's scopes, as suggestions. */
  scopes: readonly { name: string }[];
  onChange: (next: V) => void;
}

/** The rules for callers with a token: what each may call, and which claims Functions see. */
export function TokenRules<V extends { rules: CallerRule[]; claims: string[] }>(props: TokenRulesProps<V>) {
  const { value, kind, targets, scopes, onChange } = props;
  const id = useId();
  const { rules } = value;
  const setRules = (next: CallerRule[]) => onChange({ ...value, rules: next });
  const { list, move } = useMover(rules, setRules);
  return (
    <>
      <div ref={list}>
        <EntryList<CallerRule>
          title="Rules"
          hint={
            rules.length === 0
              ? `Without rules, every caller with a good token may call everything. Add one to open some ${kind === "mcp" ? "tools" : "routes"} to some callers only.`
              : "Calls that no rule allows are denied. All rules that match a caller add up. The first of them that names a tenant sets the tenant of the call."
          }
          value={rules}
          onChange={setRules}
          add="Add a rule"
          added={{ when: {}, allow: [] }}
          isFull={rules.length >= 100 ? "A policy has at most 100 rules." : null}
        >
          {(rule, { index, set, remove }) => (
            <RuleFields
              id={`${id}-${index}`}
              rule={rule}
              place={index}
              count={rules.length}
              kind={kind}
              targets={targets}
              scopes={scopes.map(({ name }) => name)}
              onChange={set}
              onMove={(to) => move(index, to)}
              onRemove={remove}
            />
          )}
        </EntryList>
      </div>
      <NameList
        label="Claims that Functions see"
        hint="Functions read them in ctx.caller.claims, and records keep them. Other claims stay out."
        placeholder="org_id"
        values={value.claims}
        problemOf={(text) => {
          if (value.claims.length >= 20) return "A policy passes on at most 20 claims.";
          return claimName.safeParse(text).success ? null : "Printable letters, digits and signs, at most 200.";
        }}
        onChange={(claims) => onChange({ ...value, claims })}
      />
    </>
  );
}
