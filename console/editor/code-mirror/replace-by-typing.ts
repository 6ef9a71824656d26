import { EditorView } from "@codemirror/view";

/**
 * Replaces a selection that the user types over. The browser would give the new text the old colours as an inline
 * style, which the page's policy forbids.
 */
export const replaceByTyping = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state, composing } = view;
    const { from, to, empty } = state.selection.main;
    const { inputType, data: text } = event;
    if (inputType !== "insertText" || text === null || composing || empty || state.readOnly) return false;
    const insert = () => state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    // Another handler may want the input, for example to put brackets around a selection.
    const isHandled = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, insert));
    if (!isHandled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
