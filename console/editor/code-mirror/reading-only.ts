import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * For users who may not save: they can read, search and copy the text, but not change it, and a screen reader gives the
 * reason.
 * @param reason one sentence; null for a writable editor
 */
export const readingOnly = (reason: string | null | undefined): Extension =>
  reason === null || reason === undefined
    ? []
    : [
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ "aria-readonly": "true", "aria-description": `Read only. ${reason}` }),
      ];
