import { type Diagnostic as Shown, linter } from "@codemirror/lint";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { Problem } from "../language/language.ts";
import type { RunningLanguage } from "../language/start-language.ts";

/** Sets the problems that the server found in the text that it checked. */
export const setServerProblems = StateEffect.define<Problem[]>();

/** Reports that the types have changed, so that the unchanged text is checked again. */
export const checkAgain = StateEffect.define();

const serverProblems = StateField.define<readonly Problem[]>({
  create: () => [],
  update(held, transaction) {
    let problems = held;
    if (transaction.docChanged) {
      problems = problems.map((one) => ({
        ...one,
        from: transaction.changes.mapPos(one.from, 1),
        to: transaction.changes.mapPos(one.to, -1),
      }));
    }
    for (const effect of transaction.effects) if (effect.is(setServerProblems)) problems = effect.value;
    return problems;
  },
});

/** Places a build diagnostic in a text: from its position to the end of the word or string there. */
export function problemOf({ severity, message, line, column, code, fix }: Diagnostic, text: Text): Problem {
  const at = text.line(Math.min(Math.max(line, 1), text.lines));
  const from = Math.min(at.from + column - 1, at.to);
  const word = /^(?:"[^"]*"|'[^']*'|[\w$.]+|\S)/.exec(text.sliceString(from, at.to))?.[0].length ?? 0;
  return { severity, message, code, from, to: from + word, ...(fix && { fix }) };
}

const key = ({ from, code }: Problem) => `${from} ${code}`;

/** Merges TypeScript's problems with the build's; if both concern one place, the build's text wins. */
export function unite(local: readonly Problem[], server: readonly Problem[]): Problem[] {
  const theirs = server.filter(({ code }) => !/^TS\d/.test(code));
  const places = new Set(theirs.map(({ from }) => from));
  const all = [...theirs, ...local.filter(({ from }) => !places.has(from))];
  return [...new Map(all.map((one) => [key(one), one])).values()].sort((a, b) => a.from - b.from);
}

const shown = ({ from, to, severity, message, code }: Problem, length: number): Shown => ({
  from: Math.min(from, length),
  to: Math.min(Math.max(from, to), length),
  severity,
  message,
  source: code,
});

/** Underlines problems a moment after the last key; `onProblems` gets all of them. */
export function problemsOf(
  language: () => RunningLanguage | null,
  onProblems: (problems: Problem[]) => void,
): Extension {
  const find = async (view: EditorView): Promise<Shown[]> => {
    const { doc } = view.state;
    // TypeScript could not be started, so only the server's problems are shown.
    const local =
      (await language()
        ?.problems(doc.toString())
        .catch(() => [])) ?? [];
    const problems = unite(local, view.state.field(serverProblems));
    if (view.state.doc === doc) onProblems(problems);
    return problems.map((one) => shown(one, doc.length));
  };
  return [
    serverProblems,
    linter(find, {
      delay: 300,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((one) => one.is(setServerProblems) || one.is(checkAgain))),
    }),
  ];
}
