import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { JsonView } from "../../../components/json-view.tsx";
import { JsonEditor } from "../../../editor/json-editor.tsx";
import type { DraftContract } from "../tool/tool-entry.ts";
import type { Draft } from "./draft.ts";

interface SideProps {
  draft: Draft;
  name: "inputSchema" | "outputSchema";
  title: string;
  derived: Record<string, unknown> | null;
  none: string;
}

const asText = (value: unknown) => JSON.stringify(value, null, 2);

/** One of the two schemas: derived, or written by hand. */
function Side({ draft, name, title, derived, none }: SideProps) {
  const byHand = { ...draft.base.use(), ...draft.fields.use() }[name];
  const [text, setText] = useState(() => asText(byHand ?? derived ?? { type: "object", properties: {} }));
  const [problem, setProblem] = useState<string | null>(null);
  const write = (next: string) => {
    setText(next);
    try {
      const value = JSON.parse(next) as unknown;
      if (typeof value !== "object" || value === null || Array.isArray(value))
        throw new Error("A schema is an object.");
      setProblem(null);
      draft.change(name, value as Record<string, unknown>);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <section className="grid gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">{title}</h2>
        {byHand === null ? (
          <Button
            size="sm"
            onClick={() => {
              const start = asText(derived ?? { type: "object", properties: {} });
              write(start);
            }}
          >
            Write by hand
          </Button>
        ) : (
          <Button
            size="sm"
            onClick={() => {
              setProblem(null);
              draft.change(name, null);
            }}
          >
            Derive from the types
          </Button>
        )}
      </div>
      {byHand !== null ? (
        <>
          <JsonEditor label={`${title}, JSON Schema`} value={text} onChange={write} invalid={problem !== null} />
          {problem !== null && <p className="text-xs font-medium text-bad">{problem} The last valid one stays.</p>}
        </>
      ) : derived === null ? (
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <JsonView value={derived} label={title} />
      )}
    </section>
  );
}

/** What the Function takes and returns, as JSON Schema: from the handler's types unless somebody writes it. */
export function SchemaPanel({ draft, derived }: { draft: Draft; derived: DraftContract | null }) {
  return (
    <div className="grid gap-6">
      <p className="text-xs text-muted">
        JSON Schema 2020-12. Derived schemas follow the handler&apos;s types and doc comments; one written by hand stays
        as it is.
      </p>
      <Side
        draft={draft}
        name="inputSchema"
        title="Input"
        derived={derived?.inputSchema ?? null}
        none="The handler takes no input."
      />
      <Side
        draft={draft}
        name="outputSchema"
        title="Output"
        derived={derived?.outputSchema ?? null}
        none="Whatever the handler returns."
      />
    </div>
  );
}
