import { EditorView } from "@codemirror/view";

/** Puts the cursor on a line, counted from 1, and shows it. Beyond the end, it takes the last line. */
export function goToLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}
