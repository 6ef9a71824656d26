import type { EndpointKind } from "@ferrule/contract/states.ts";
import { useId } from "react";
import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { Select } from "../../../../components/choose/select.tsx";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { CheckChoice } from "../callers/check-choice.tsx";
import { EntryList } from "../entry-list.tsx";
import { RuleHeader } from "../rules/rule-header.tsx";
import { RuleTargets } from "../rules/rule-targets.tsx";
import { useMover } from "../rules/use-mover.ts";
import { ApprovalCondition } from "./approval-condition.tsx";
import type { ApprovalDraft } from "./approval-draft.ts";
import { approvalSentence } from "./approval-sentence.ts";
import { ApproverFields } from "./approver-fields.tsx";
import { ExpiryField } from "./expiry-field.tsx";

const mostRules = 20;
const newRule: ApprovalDraft = {
  names: [],
  when: null,
  by: { roles: ["owner", "admin"], people: [], groups: [], caller: false },
  people: 1,
  notAsker: true,
  expiresSeconds: 86_400,
};
const peopleChoices = choicesOf({ 1: "One person", 2: "Two people", 3: "Three", 4: "Four", 5: "Five" });

interface Given {
  kind: EndpointKind;
  /** What is bound here. */
  targets: readonly string[];
}

interface RuleProps extends Given {
  id: string;
  value: ApprovalDraft;
  /** The rule's index, from 0. */
  place: number;
  count: number;
  onChange: (next: ApprovalDraft) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function ApprovalRuleFields({ id, value, place, count, kind, targets, onChange, onMove, onRemove }: RuleProps) {
  const set = (change: Partial<ApprovalDraft>) => onChange({ ...value, ...change });
  return (
    <fieldset className="grid gap-3 rounded-md border border-line bg-sunken p-3">
      <legend className="quiet">Approval rule {place + 1}</legend>
      <RuleHeader
        name={`approval rule ${place + 1}`}
        sentence={approvalSentence(value)}
        place={place}
        count={count}
        onMove={onMove}
        onRemove={onRemove}
      />
      <RuleTargets
        id={id}
        legend="Calls of…"
        value={value.names}
        kind={kind}
        targets={targets}
        onChange={(names) => set({ names })}
      />
      <ApprovalCondition value={value} onChange={onChange} />
      <ApproverFields value={value.by} onChange={(by) => set({ by })} />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Labelled label="Must approve">
          {(control) => (
            <Select
              {...control}
              value={String(value.people)}
              choices={peopleChoices}
              onChange={(people) => set({ people: Number(people) })}
            />
          )}
        </Labelled>
        <ExpiryField value={value.expiresSeconds} onChange={(expiresSeconds) => set({ expiresSeconds })} />
      </div>
      <CheckChoice
        label="Whoever asked may not approve"
        detail="Not the person for whom the call was made, nor anybody who has seen the API key of the call."
        checked={value.notAsker}
        onChange={(notAsker) => set({ notAsker })}
      />
    </fieldset>
  );
}

interface ApprovalFieldsProps extends Given {
  value: readonly ApprovalDraft[];
  onChange: (next: ApprovalDraft[]) => void;
}

/** The rules by which calls wait until people approve them. */
export function ApprovalFields({ value, onChange, kind, targets }: ApprovalFieldsProps) {
  const id = useId();
  const { list, move } = useMover(value, onChange);
  return (
    <div ref={list}>
      <EntryList<ApprovalDraft>
        title="Approvals"
        hint={
          value.length === 0
            ? "Without rules, no call waits. Add one to let people approve calls before they run."
            : "The first rule that matches a call decides. The Function runs only after the approval, with the arguments that the people saw."
        }
        value={value}
        onChange={onChange}
        add="Add an approval rule"
        added={newRule}
        isFull={value.length >= mostRules ? `A policy has at most ${mostRules} rules for approvals.` : null}
      >
        {(rule, { index, set, remove }) => (
          <ApprovalRuleFields
            id={`${id}-${index}`}
            value={rule}
            place={index}
            count={value.length}
            kind={kind}
            targets={targets}
            onChange={set}
            onMove={(to) => move(index, to)}
            onRemove={remove}
          />
        )}
      </EntryList>
    </div>
  );
}
