import { javascript } from "@codemirror/lang-javascript";
import { autocompletion } from "@codemirror/autocomplete";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { writing } from "./code-mirror/basic-setup.ts";
import { knowledgeOf } from "./code-mirror/knowledge.ts";
import { problemsOf } from "./code-mirror/problems.ts";
import { readingOnly } from "./code-mirror/reading-only.ts";
import { suggestionsOf } from "./code-mirror/suggestions.ts";
import type { Definition, Problem } from "./language/language.ts";
import type { RunningLanguage } from "./language/start-language.ts";

interface CodeEditorProps {
  /** What it is, for a screen reader. */
  label: string;
  /** The text at first. It is the editor's from then on; give another `key` to begin anew. */
  initial: string;
  /** Why it cannot be written in; as it is at first. */
  readOnlyReason?: string | null | undefined;
  /** Null until it has started. */
  language: RunningLanguage | null;
  /** More for the editor, once. */
  extensions?: Extension;
  onChange: (text: string) => void;
  onProblems: (problems: Problem[]) => void;
  /** A definition that lies outside of the text. */
  onDeclaration: (found: Definition) => void;
  /** The view while it is there: to jump to a line, to set what the server found. */
  onView: (view: EditorView | null) => void;
}

/** An editor for one TypeScript module. Saves nothing by itself. */
export function CodeEditor(props: CodeEditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const { label, initial, extensions, readOnlyReason } = latest.current;
    const language = () => latest.current.language;
    const view = new EditorView({
      parent: holder.current as HTMLDivElement,
      state: EditorState.create({
        doc: initial,
        extensions: [
          // Before what says how to leave the editor: of two descriptions the first one holds.
          readingOnly(readOnlyReason),
          writing(),
          javascript({ typescript: true }),
          autocompletion({ override: [suggestionsOf(language)], maxRenderedOptions: 80 }),
          problemsOf(language, (problems) => latest.current.onProblems(problems)),
          knowledgeOf(language, (found) => latest.current.onDeclaration(found)),
          EditorView.contentAttributes.of({
            tabindex: "0",
            "aria-label": label,
            "aria-description": "Escape, then Tab leaves the editor. F8 goes to the next problem.",
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
          extensions ?? [],
        ],
      }),
    });
    latest.current.onView(view);
    return () => {
      latest.current.onView(null);
      view.destroy();
    };
  }, []);
  return <div ref={holder} className="h-full min-h-0 overflow-hidden" />;
}
