import { EditorView } from "@codemirror/view";

/**
 * What is typed over a selection is put in by the editor. Left to the browser, it would come with the colours of what was
 * there as an inline style, which the page's policy forbids.
 */
export const replaceByTyping = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state, composing } = view;
    const { from, to, empty } = state.selection.main;
    const { inputType, data: text } = event;
    if (inputType !== "insertText" || text === null || composing || empty || state.readOnly) return false;
    const insert = () => state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    // Brackets around a selection, for one.
    const isHandled = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, insert));
    if (!isHandled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
