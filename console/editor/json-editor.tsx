import { json, jsonParseLinter } from "@codemirror/lang-json";
import { linter } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { notJson, whyNotJson } from "../components/show/read-json.ts";
import { readingOnly } from "./code-mirror/reading-only.ts";
import { writing } from "./code-mirror/basic-setup.ts";

interface JsonEditorProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** A CSS height. */
  height?: string;
  invalid?: boolean;
  /** Why it cannot be edited. */
  readOnlyReason?: string | null | undefined;
}

const parses = jsonParseLinter();

/** The place where the text stops being JSON, with the console's own message. */
const problemsIn = (view: EditorView) =>
  parses(view).map((found) => {
    const text = view.state.doc.toString();
    return { ...found, message: notJson(whyNotJson(text, new SyntaxError(found.message))) };
  });

/**
 * An editor for JSON that marks where the text is invalid. It follows `value` when that differs from the typed text.
 */
export function JsonEditor({
  label,
  value,
  onChange,
  height = "14rem",
  invalid = false,
  readOnlyReason,
}: JsonEditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const held = useRef<EditorView>(null);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(() => {
    const view = new EditorView({
      parent: holder.current as HTMLDivElement,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          // This must come before the extension that describes how to leave the editor: of two descriptions, the first
          // one wins.
          readingOnly(readOnlyReason),
          writing(),
          json(),
          linter((view) => (view.state.doc.length === 0 ? [] : problemsIn(view)), { delay: 300 }),
          EditorView.contentAttributes.of({
            "aria-label": label,
            // A scrolling region must be reachable by keyboard.
            tabindex: "0",
            "aria-description": "Escape, then Tab leaves the editor.",
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            const text = state.doc.toString();
            if (docChanged && text !== latest.current.value) latest.current.onChange(text);
          }),
        ],
      }),
    });
    held.current = view;
    return () => view.destroy();
  }, [label, readOnlyReason]);
  useEffect(() => {
    const view = held.current;
    if (view === null || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);
  return (
    <div
      ref={holder}
      style={{ height }}
      className={`overflow-hidden rounded-md border focus-within:outline-2 focus-within:outline-focus ${invalid ? "border-bad" : "border-control"}`}
    />
  );
}
