import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * For users who may not save: the text can be read, searched and copied, not changed, and a screen reader says why.
 * @param reason one sentence; null for an editor to write in
 */
export const readingOnly = (reason: string | null | undefined): Extension =>
  reason === null || reason === undefined
    ? []
    : [
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ "aria-readonly": "true", "aria-description": `Read only. ${reason}` }),
      ];
