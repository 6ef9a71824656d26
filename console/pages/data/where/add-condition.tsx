import { useState } from "react";
import { Button } from "../../../components/button/button.tsx";
import { Combobox } from "../../../components/choose/combobox.tsx";
import { inputClass } from "../../../components/input-class.ts";
import { Select } from "../../../components/choose/select.tsx";
import { operatorWords } from "./operator-words.ts";
import type { RecordField } from "../schema/schema-fields.ts";
import { operatorNames, type Condition, type OperatorName } from "../search.ts";
import { typedValue } from "./where-of.ts";

const own: readonly RecordField[] = [
  { path: "id", type: "string", required: true },
  { path: "createdAt", type: "string", required: true },
  { path: "updatedAt", type: "string", required: true },
];

interface AddConditionProps {
  fields: readonly RecordField[];
  onAdd: (condition: Condition) => void;
  onClose: () => void;
}

/** Adds a condition: a field, an operator, and a value. */
export function AddCondition({ fields, onAdd, onClose }: AddConditionProps) {
  const [field, setField] = useState<string | null>(null);
  const [operator, setOperator] = useState<OperatorName>("eq");
  const [text, setText] = useState("");
  const all = [...fields, ...own];
  const type = all.find(({ path }) => path === field)?.type ?? "";
  const isReady = field !== null && (operator === "exists" || text !== "" || type === "string");
  const add = () => {
    if (field === null || !isReady) return;
    onAdd({ field, operator, value: operator === "exists" ? true : typedValue(text, type) });
  };
  return (
    <form
      className="flex flex-wrap items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <span className="w-44">
        <Combobox
          aria-label="Field"
          placeholder="Field"
          value={field}
          choices={all.map(({ path, type: held }) => ({ value: path, label: path, detail: held }))}
          onChange={setField}
        />
      </span>
      <span className="w-36">
        <Select
          size="sm"
          aria-label="Comparison"
          value={operator}
          choices={operatorNames.map((value) => ({ value, label: operatorWords[value] }))}
          onChange={setOperator}
        />
      </span>
      {operator !== "exists" && (
        <input
          aria-label="Value"
          className={`${inputClass} w-40 font-mono`}
          value={text}
          placeholder={type === "" ? "Value" : type}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <Button size="sm" kind="primary" type="submit" disabledReason={isReady ? null : "Choose a field and a value."}>
        Add
      </Button>
      <Button size="sm" kind="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
