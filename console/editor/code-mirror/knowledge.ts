import { EditorSelection, type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip, ViewPlugin } from "@codemirror/view";
import type { Definition } from "../language/language.ts";
import type { RunningLanguage } from "../language/start-language.ts";
import { aboutElement } from "./about.ts";

type Running = () => RunningLanguage | null;

/** Describes the name under the pointer. */
const hovering = (language: Running): Extension =>
  hoverTooltip(async (view, at) => {
    const found = await language()?.hover(view.state.doc.toString(), at);
    if (!found) return null;
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: aboutElement(found) }) };
  });

const setSignature = StateEffect.define<Tooltip | null>();
const signature = StateField.define<Tooltip | null>({
  create: () => null,
  update(held, transaction) {
    let tooltip = transaction.docChanged && held ? { ...held, pos: transaction.changes.mapPos(held.pos) } : held;
    for (const effect of transaction.effects) if (effect.is(setSignature)) tooltip = effect.value;
    return tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/**
 * Shows the parameters of a call while it is being written: from `(` or `,` until the cursor leaves the call, or Esc.
 */
const writingCall = (language: Running): Extension => [
  signature,
  ViewPlugin.define((view) => {
    let asked = 0;
    const ask = async () => {
      const mine = (asked += 1);
      const at = view.state.selection.main.head;
      const found = await language()?.signature(view.state.doc.toString(), at);
      if (mine !== asked) return;
      const tooltip = found
        ? { pos: at, above: true, create: () => ({ dom: aboutElement(found, found.parameter) }) }
        : null;
      if (tooltip !== null || view.state.field(signature) !== null)
        view.dispatch({ effects: setSignature.of(tooltip) });
    };
    return {
      update({ docChanged, selectionSet, transactions, state }) {
        if (!docChanged && !selectionSet) return;
        const typed = transactions.some((one) => one.isUserEvent("input.type"));
        const at = state.selection.main.head;
        const begins = typed && /[(,]$/.test(state.sliceDoc(Math.max(0, at - 2), at).trimEnd());
        if (begins || state.field(signature) !== null) void ask();
      },
    };
  }),
  keymap.of([
    {
      key: "Escape",
      run(view) {
        if (view.state.field(signature) === null) return false;
        view.dispatch({ effects: setSignature.of(null) });
        return true;
      },
    },
  ]),
];

/** F12, or a click with Ctrl or Cmd. A definition outside the text goes to `onDeclaration`. */
const definitions = (language: Running, onDeclaration: (found: Definition) => void): Extension => {
  const goTo = async (view: EditorView, at: number) => {
    const found = await language()?.define(view.state.doc.toString(), at);
    if (!found) return;
    if (found.declaration !== null) onDeclaration(found);
    else view.dispatch({ selection: EditorSelection.range(found.from, found.to), scrollIntoView: true });
  };
  return [
    keymap.of([{ key: "F12", run: (view) => (void goTo(view, view.state.selection.main.head), true) }]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at === null) return false;
        void goTo(view, at);
        return true;
      },
    }),
  ];
};

/** Alt-Shift-F. */
const formatting = (language: Running): Extension =>
  keymap.of([
    {
      key: "Alt-Shift-f",
      run(view) {
        const source = view.state.doc.toString();
        void language()
          ?.format(source)
          .then((edits) => {
            if (view.state.doc.toString() === source && edits.length > 0)
              view.dispatch({ changes: edits, userEvent: "input.format" });
          });
        return true;
      },
    },
  ]);

/** Everything that a TypeScript editor shows, except problems and suggestions. */
export const knowledgeOf = (language: Running, onDeclaration: (found: Definition) => void): Extension => [
  hovering(language),
  writingCall(language),
  definitions(language, onDeclaration),
  formatting(language),
];
