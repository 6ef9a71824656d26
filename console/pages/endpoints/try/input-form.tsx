import { useMemo, useState } from "react";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { Button } from "../../../components/button/button.tsx";
import { notJson, readJson } from "../../../components/show/read-json.ts";
import { Skeleton } from "../../../components/states.tsx";
import { checkInput, wholeProblem } from "../../functions/test/check-input.ts";
import { sampleOfSchema, type Schema } from "../../../reference/sample-of-schema.ts";
import { SchemaFields } from "../../functions/test/schema-field.tsx";

const JsonEditor = lazyPart(
  () => import("../../../editor/json-editor.tsx"),
  "JsonEditor",
  <Skeleton className="h-44" />,
);

const asText = (value: unknown) => JSON.stringify(value, null, 2);

/** The input for one tool or route: its text, its problems, and its parsed value. */
export function useInput(schema: Schema) {
  const [text, setText] = useState(() => asText(sampleOfSchema(schema)));
  const parsed = useMemo(() => readJson(text), [text]);
  const problems = useMemo(
    () => ("value" in parsed ? checkInput(schema, parsed.value) : new Map<string, string>()),
    [parsed, schema],
  );
  return { text, setText, parsed, problems, reset: () => setText(asText(sampleOfSchema(schema))) };
}

const none = new Map<string, string>();

interface InputFormProps {
  schema: Schema;
  input: ReturnType<typeof useInput>;
  /** It was sent at least once. */
  isTried: boolean;
}

/**
 * An input as a form of its schema, or as JSON. Schema problems are shown once the focus has left a field, or the input
 * was sent. They never prevent sending.
 */
export function InputForm({ schema, input, isTried }: InputFormProps) {
  const [asJson, setAsJson] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const { text, setText, parsed } = input;
  const problems = isTried || hasLeft ? input.problems : none;
  const hasForm = Object.keys((schema["properties"] as object | undefined) ?? {}).length > 0;
  const whole = "problem" in parsed ? notJson(parsed.problem) : wholeProblem(problems, asJson);
  return (
    <div className="grid gap-3" onBlur={({ target }) => target.matches("button") || setLeft(true)}>
      <div className="flex items-center gap-1.5">
        <h3 className="mr-auto text-xs font-medium text-muted">{hasForm ? "Input" : "No arguments"}</h3>
        {hasForm && (
          <>
            <Button size="sm" kind="quiet" onClick={input.reset}>
              Sample
            </Button>
            <Button size="sm" kind="quiet" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
              {asJson ? "Form" : "JSON"}
            </Button>
          </>
        )}
      </div>
      {asJson || "problem" in parsed ? (
        <JsonEditor
          label="Input as JSON"
          value={text}
          onChange={setText}
          height="11rem"
          invalid={whole !== undefined}
        />
      ) : (
        hasForm && (
          <SchemaFields
            schema={schema}
            root={schema}
            value={parsed.value}
            path=""
            problems={problems}
            onChange={(value) => setText(asText(value))}
          />
        )
      )}
      {whole !== undefined && <p className="text-xs font-medium text-bad">{whole}</p>}
    </div>
  );
}
