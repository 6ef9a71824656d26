import type { CallerRule } from "@ferrule/contract/resources/caller-rules.ts";
import type { EndpointKind } from "@ferrule/contract/states.ts";
import { RuleConditions } from "./rule-conditions.tsx";
import { RuleHeader } from "./rule-header.tsx";
import { RuleTargets } from "./rule-targets.tsx";
import { RuleTenant } from "./rule-tenant.tsx";
import { ruleSentence } from "./rule-sentence.ts";

interface RuleFieldsProps {
  /** The prefix for the names of its radio buttons and lists. */
  id: string;
  rule: CallerRule;
  /** The rule's index, from 0. */
  place: number;
  count: number;
  kind: EndpointKind;
  targets: readonly string[];
  scopes: readonly string[];
  onChange: (next: CallerRule) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One rule: its condition, what it allows and the tenant of the call, with a summary. */
export function RuleFields({
  id,
  rule,
  place,
  count,
  kind,
  targets,
  scopes,
  onChange,
  onMove,
  onRemove,
}: RuleFieldsProps) {
  return (
    <fieldset className="grid gap-3 rounded-md border border-line bg-sunken p-3">
      <legend className="quiet">Rule {place + 1}</legend>
      <RuleHeader
        name={`rule ${place + 1}`}
        sentence={ruleSentence(rule)}
        place={place}
        count={count}
        onMove={onMove}
        onRemove={onRemove}
      />
      <RuleConditions id={id} value={rule.when} scopes={scopes} onChange={(when) => onChange({ ...rule, when })} />
      <RuleTargets
        id={id}
        value={rule.allow}
        kind={kind}
        targets={targets}
        onChange={(allow) => onChange({ ...rule, allow })}
      />
      <RuleTenant
        value={rule.tenant}
        onChange={(tenant) => onChange({ when: rule.when, allow: rule.allow, ...(tenant !== undefined && { tenant }) })}
      />
    </fieldset>
  );
}
