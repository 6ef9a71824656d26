import type { CallerRule } from "@ferrule/contract/resources/caller-rules.ts";
import type { EndpointKind } from "@ferrule/contract/states.ts";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "../../../../components/button/button.tsx";
import { RuleConditions } from "./rule-conditions.tsx";
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
  const name = `rule ${place + 1}`;
  return (
    <fieldset className="grid gap-3 rounded-md border border-line bg-sunken p-3">
      <legend className="quiet">Rule {place + 1}</legend>
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1 text-sm break-words">
          <strong className="font-semibold">{place + 1}.</strong> {ruleSentence(rule)}
        </p>
        <IconButton
          data-mover={`${place}-up`}
          size="sm"
          icon={ArrowUp}
          label={`Move ${name} up`}
          disabledReason={place === 0 ? "It is the first one." : null}
          onClick={() => onMove(place - 1)}
        />
        <IconButton
          data-mover={`${place}-down`}
          size="sm"
          icon={ArrowDown}
          label={`Move ${name} down`}
          disabledReason={place === count - 1 ? "It is the last one." : null}
          onClick={() => onMove(place + 1)}
        />
        <IconButton size="sm" icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
      </div>
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
