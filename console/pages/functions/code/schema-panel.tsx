import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { Button } from "../../../components/button/button.tsx";
import { JsonView } from "../../../components/show/json-view.tsx";
import { notJson, readJson } from "../../../components/show/read-json.ts";
import { JsonEditor } from "../../../editor/json-editor.tsx";
import type { DraftContract } from "../tool/tool-entry.ts";
import type { Draft } from "./draft/draft.ts";

interface SideProps {
  draft: Draft;
  name: "inputSchema" | "outputSchema";
  title: string;
  derived: Record<string, unknown> | null;
  none: string;
  /** Why the user cannot change it. */
  forbidden: string | null;
}

const asText = (value: unknown) => JSON.stringify(value, null, 2);

/** One of the two schemas: derived, or written by hand. */
function Side({ draft, name, title, derived, none, forbidden }: SideProps) {
  const byHand = { ...draft.base.use(), ...draft.fields.use() }[name];
  const start = asText(derived ?? { type: "object", properties: {} });
  const [text, setText] = useState(() => (byHand === null ? start : asText(byHand)));
  const [problem, setProblem] = useState<string | null>(null);
  const write = (next: string) => {
    setText(next);
    const read = readJson(next);
    if ("problem" in read) return setProblem(notJson(read.problem));
    const { value } = read;
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return setProblem("A schema must be an object.");
    setProblem(null);
    draft.change(name, value as Record<string, unknown>);
  };
  const derive = () => {
    setProblem(null);
    draft.change(name, null);
  };
  return (
    <section className="grid gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">{title}</h2>
        <Button size="sm" disabledReason={forbidden} onClick={byHand === null ? () => write(start) : derive}>
          {byHand === null ? "Write by hand" : "Derive from types"}
        </Button>
      </div>
      {byHand !== null ? (
        <>
          <JsonEditor
            label={`${title}, JSON Schema`}
            value={text}
            onChange={write}
            invalid={problem !== null}
            readOnlyReason={forbidden}
          />
          {problem !== null && <p className="text-xs font-medium text-bad">{problem} The last valid schema is kept.</p>}
        </>
      ) : derived === null ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <JsonView value={derived} label={title} />
      )}
    </section>
  );
}

/** A Function's input and output as JSON Schema: derived from the handler's types unless written by hand. */
export function SchemaPanel({ draft, derived }: { draft: Draft; derived: DraftContract | null }) {
  const forbidden = useDisabledReason("updateFunction");
  return (
    <div className="grid gap-6">
      <p className="text-xs text-muted">
        JSON Schema 2020-12. A derived schema follows the handler&apos;s types and doc comments. A schema written by
        hand does not change.
      </p>
      <Side
        draft={draft}
        forbidden={forbidden}
        name="inputSchema"
        title="Input"
        derived={derived?.inputSchema ?? null}
        none="The handler takes no input."
      />
      <Side
        draft={draft}
        forbidden={forbidden}
        name="outputSchema"
        title="Output"
        derived={derived?.outputSchema ?? null}
        none="Anything the handler returns."
      />
    </div>
  );
}
