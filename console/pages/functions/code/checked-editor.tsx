import { EditorSelection } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import { CodeEditor } from "../../../editor/code-editor.tsx";
import { checkAgain } from "../../../editor/code-mirror/problems.ts";
import { DeclarationView } from "../../../editor/declaration-view.tsx";
import type { Definition, Problem, Tested } from "../../../editor/language/language.ts";
import { ProblemList, type Fix } from "./problem-list.tsx";
import { useLanguage } from "./use-language.ts";

interface CheckedEditorProps {
  /** The editor's name for a screen reader. */
  label: string;
  initial: string;
  /** Recreates the editor with `initial` when it changes. */
  edition: number;
  /** The Function that the text imports by its file, if the text is a test file; a new object only when it has changed. */
  tested?: Tested | null;
  /** Why it cannot be edited. */
  readOnlyReason?: string | null | undefined;
  onChange: (text: string) => void;
  /** Whether another edit has already fixed a problem. */
  isSettled?: (problem: Problem) => boolean;
  fixOf?: (problem: Problem) => Fix | null;
  onView?: (view: EditorView | null) => void;
}

/** Selects a problem's text and moves the focus there. The text may have become shorter since. */
function selectProblem(view: EditorView, { from, to }: Problem): void {
  const end = view.state.doc.length;
  view.dispatch({
    selection: EditorSelection.range(Math.min(from, end), Math.min(to, end)),
    effects: EditorView.scrollIntoView(Math.min(from, end), { y: "center" }),
  });
  view.focus();
}

/** A TypeScript editor that knows this Project's types, with the problems listed below it. */
export function CheckedEditor({
  label,
  initial,
  edition,
  tested = null,
  readOnlyReason,
  onChange,
  isSettled,
  fixOf,
  onView,
}: CheckedEditorProps) {
  const { language, types } = useLanguage();
  const view = useRef<EditorView>(null);
  const [problems, setProblems] = useState<(Problem & { line: number })[] | null>(null);
  const [declaration, setDeclaration] = useState<Definition | null>(null);
  useEffect(() => language?.setTested(tested), [language, tested]);
  useEffect(() => {
    if (language !== null) view.current?.dispatch({ effects: checkAgain.of(null) });
  }, [language, types, tested]);

  return (
    <div className="flex h-full min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <div className="min-h-0 flex-1">
        <CodeEditor
          key={`${edition} ${readOnlyReason ?? ""}`}
          label={label}
          initial={initial}
          readOnlyReason={readOnlyReason}
          language={language}
          onChange={onChange}
          onProblems={(found) => {
            const text = view.current?.state.doc;
            if (text && language)
              setProblems(found.map((one) => ({ ...one, line: text.lineAt(Math.min(one.from, text.length)).number })));
          }}
          onDeclaration={setDeclaration}
          onView={(now) => {
            view.current = now;
            onView?.(now);
          }}
        />
      </div>
      <ProblemList
        problems={(problems ?? []).filter((one) => isSettled?.(one) !== true)}
        isReady={problems !== null}
        onJump={(problem) => view.current && selectProblem(view.current, problem)}
        fixOf={(problem) => fixOf?.(problem) ?? null}
      />
      {declaration?.declaration && (
        <Dialog open onClose={() => setDeclaration(null)} size="lg" title={declaration.declaration.title}>
          <DeclarationView
            label={declaration.declaration.title}
            text={declaration.declaration.text}
            place={declaration}
          />
        </Dialog>
      )}
    </div>
  );
}
