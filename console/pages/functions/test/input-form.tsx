import { useMemo } from "react";
import { JsonEditor } from "../../../editor/json-editor.tsx";
import { wholeProblem } from "./check-input.ts";
import { checkedInput, hasFields } from "./checked-input.ts";
import type { Schema } from "../../../reference/sample-of-schema.ts";
import { SchemaFields } from "./schema-field.tsx";

const none = new Map<string, string>();

interface InputFormProps {
  /** The Function's input schema; null while it is unknown: then the user writes JSON. */
  schema: Schema | null;
  /** The input as JSON. */
  text: string;
  onChange: (text: string) => void;
  asJson: boolean;
  /** Whether to show problems: only after the user has tried to run it. */
  isTried: boolean;
}

/** A Function's input, as a form of its schema or as JSON. */
export function InputForm({ schema, text, onChange, asJson, isTried }: InputFormProps) {
  const checked = useMemo(() => checkedInput(schema, text), [schema, text]);
  const isForm = schema !== null && hasFields(schema) && !asJson && checked.isJson;
  const whole = checked.isJson ? wholeProblem(checked.problems, !isForm) : checked.problems.get("");
  return (
    <>
      {isForm ? (
        <SchemaFields
          schema={schema}
          root={schema}
          value={checked.value}
          path=""
          problems={isTried ? checked.problems : none}
          onChange={(value) => onChange(JSON.stringify(value, null, 2))}
        />
      ) : (
        <JsonEditor
          label="Input as JSON"
          value={text}
          onChange={onChange}
          height="11rem"
          invalid={isTried && whole !== undefined}
        />
      )}
      {whole !== undefined && (isTried || !checked.isJson) && <p className="text-xs font-medium text-bad">{whole}</p>}
    </>
  );
}
