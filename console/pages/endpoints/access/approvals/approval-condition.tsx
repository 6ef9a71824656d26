import { useId } from "react";
import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { Select } from "../../../../components/choose/select.tsx";
import { Labelled } from "../../../../components/form/labelled.tsx";
import { inputClass, unsizedInputClass } from "../../../../components/input-class.ts";
import { ClaimValue } from "../callers/claim-value.tsx";
import { schemaProblem, type ApprovalDraft } from "./approval-draft.ts";
import { comparisonWords } from "./approval-sentence.ts";
import { conditionOf, isOfSize, schemaOf, type Comparison, type Condition } from "./comparison.ts";

interface ConditionProps {
  value: ApprovalDraft;
  onChange: (next: ApprovalDraft) => void;
}

const newCondition: Condition = { property: "", comparison: "over", value: Number.NaN };
const kinds = choicesOf({
  always: "Always",
  compare: "When an argument compares",
  schema: "When the arguments match a schema",
});
type Kind = (typeof kinds)[number]["value"];
const choices = choicesOf(comparisonWords);

/** The value to start with after another comparison was chosen. */
function valueFor(comparison: Comparison, { value }: Condition): Condition["value"] {
  if (isOfSize(comparison)) return typeof value === "number" ? value : Number.NaN;
  return typeof value === "number" && Number.isNaN(value) ? "" : value;
}

function Compare({ value, onChange }: { value: Condition; onChange: (next: Condition) => void }) {
  const { comparison } = value;
  return (
    <div className="grid grid-cols-1 gap-2 sm:grid-cols-[minmax(0,1fr)_9rem_minmax(0,1fr)]">
      <input
        aria-label="Argument"
        className={`${inputClass} font-mono`}
        placeholder="amount"
        autoComplete="off"
        spellCheck={false}
        value={value.property}
        onChange={({ target }) => onChange({ ...value, property: target.value })}
      />
      <Select
        aria-label="Comparison"
        value={comparison}
        choices={choices}
        onChange={(next) => onChange({ ...value, comparison: next, value: valueFor(next, value) })}
      />
      {isOfSize(comparison) ? (
        <input
          aria-label="Value"
          className={inputClass}
          type="number"
          step="any"
          placeholder="500"
          value={Number.isNaN(value.value) ? "" : String(value.value)}
          onChange={({ target }) => onChange({ ...value, value: target.valueAsNumber })}
        />
      ) : (
        <ClaimValue value={value.value} onChange={(next = "") => onChange({ ...value, value: next })} />
      )}
    </div>
  );
}

/** When a call waits: always, when one argument compares with a value, or when the arguments match a schema. */
export function ApprovalCondition({ value, onChange }: ConditionProps) {
  const name = useId();
  const { when, schemaText, ...rest } = value;
  const condition = (when && conditionOf(when)) ?? newCondition;
  const kind: Kind = schemaText !== undefined ? "schema" : when === null ? "always" : "compare";
  const choose = (next: Kind) => {
    if (next === "always") onChange({ ...rest, when: null });
    else if (next === "compare") onChange({ ...rest, when: schemaOf(condition) });
    else onChange({ ...rest, when, schemaText: JSON.stringify(when ?? { type: "object" }, null, 2) });
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-xs font-medium">A call waits…</legend>
      <div className="flex flex-wrap gap-x-5">
        {kinds.map((one) => (
          <label key={one.value} className="flex min-h-7 items-center gap-2 text-sm">
            <input type="radio" name={name} checked={kind === one.value} onChange={() => choose(one.value)} />
            {one.label}
          </label>
        ))}
      </div>
      {kind === "compare" && (
        <Compare value={condition} onChange={(next) => onChange({ ...rest, when: schemaOf(next) })} />
      )}
      {schemaText !== undefined && (
        <Labelled
          label="JSON Schema of the arguments"
          hint="Only calls whose arguments match it wait. It may refer only to itself."
          late
          problem={schemaProblem(schemaText) === null ? null : `Please ${schemaProblem(schemaText)}.`}
        >
          {(control) => (
            <textarea
              {...control}
              className={`${unsizedInputClass} h-40 w-full py-1.5 font-mono text-xs`}
              autoComplete="off"
              spellCheck={false}
              value={schemaText}
              onChange={({ target }) => onChange({ ...rest, when, schemaText: target.value })}
            />
          )}
        </Labelled>
      )}
    </fieldset>
  );
}
