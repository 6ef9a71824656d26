import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { replaceByTyping } from "./replace-by-typing.ts";
import { editorTheme } from "./theme.ts";

/** The extensions of every writable editor. Esc, then Tab leaves it with the keyboard. */
export const writing = (): Extension => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  highlightSpecialChars(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  EditorState.tabSize.of(2),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  replaceByTyping,
  search({ top: false }),
  editorTheme,
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
];

/** The extensions of a read-only editor. */
export const reading = (): Extension => [
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  bracketMatching(),
  search({ top: false }),
  editorTheme,
  EditorState.readOnly.of(true),
  EditorView.editable.of(true),
  EditorState.tabSize.of(2),
  keymap.of([...defaultKeymap, ...searchKeymap]),
];
