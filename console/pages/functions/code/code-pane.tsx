import type { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { problemOf, setServerProblems } from "../../../editor/code-mirror/problems.ts";
import { goToLine } from "../../../editor/code-mirror/go-to-line.ts";
import { CheckedEditor } from "./checked-editor.tsx";
import type { Draft } from "./draft/draft.ts";
import { isSettled, permissionFix } from "./permissions/permission-fix.ts";
import type { Validation } from "./use-validation.ts";

interface CodePaneProps {
  draft: Draft;
  /** A line to go to as soon as the text is loaded, counted from 1. */
  line?: number | undefined;
  validation: Validation;
}

/** The editor with its problems below: TypeScript's at once, and the build's a moment later. */
export function CodePane({ draft, validation, line }: CodePaneProps) {
  const epoch = draft.epoch.use();
  const base = draft.base.use();
  const permissions = draft.fields.use().permissions ?? base.permissions;
  const forbidden = useDisabledReason("updateFunction");
  const view = useRef<EditorView>(null);
  useEffect(() => {
    if (view.current !== null && line !== undefined) goToLine(view.current, line);
  }, [line]);
  useEffect(() => {
    const { answer, of } = validation;
    const text = view.current?.state.doc;
    if (answer === null || text === undefined || text.toString() !== of) return;
    const found = answer.diagnostics.filter(({ code }) => code !== "SECRET_MISSING").map((one) => problemOf(one, text));
    view.current?.dispatch({ effects: setServerProblems.of(found) });
  }, [validation, epoch]);
  return (
    <CheckedEditor
      label={`Source of ${base.name}`}
      initial={draft.source.get()}
      edition={epoch}
      readOnlyReason={forbidden}
      onChange={draft.write}
      isSettled={(problem) => isSettled(problem, permissions)}
      fixOf={(problem) => {
        const fix = base.setInCode.includes("permissions") ? null : permissionFix(problem, permissions);
        return fix && { label: fix.label, apply: () => draft.change("permissions", fix.permissions) };
      }}
      onView={(now) => {
        view.current = now;
      }}
    />
  );
}
