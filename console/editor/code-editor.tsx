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
  /** The editor's name, for a screen reader. */
  label: string;
  /** The initial text. From then on, the editor owns the text; pass another `key` to start over. */
  initial: string;
  /** Why the text cannot be edited; fixed when the editor is created. */
  readOnlyReason?: string | null | undefined;
  /** Null until the editor has started. */
  language: RunningLanguage | null;
  /** More extensions for the editor; read once. */
  extensions?: Extension;
  onChange: (text: string) => void;
  onProblems: (problems: Problem[]) => void;
  /** Called for a definition outside the text. */
  onDeclaration: (found: Definition) => void;
  /** Gets the view while it exists: to jump to a line, or to show the server's problems. */
  onView: (view: EditorView | null) => void;
}

/** An editor for one TypeScript module. It does not save anything. */
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
          // This must come before the extension that describes how to leave the editor: of two descriptions, the first
          // one wins.
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
