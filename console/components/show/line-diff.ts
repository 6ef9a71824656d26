import { diffArrays } from "diff";

export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
  /** Counted from 1; null when that side has no such line. */
  before: number | null;
  after: number | null;
}

/** Texts that differ in more lines are shown as replaced: comparing them would block the page for seconds. */
const mostEdits = 1_500;

/**
 * The lines of two texts side by side: removed, added, and unchanged. If more than 1,500 lines differ, all lines of the
 * first are reported as removed and all of the second as added.
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const changes = diffArrays(a, b, { maxEditLength: mostEdits }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ];
  let [left, right] = [0, 0];
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => {
      if (added) return { kind: "added", text, before: null, after: (right += 1) };
      if (removed) return { kind: "removed", text, before: (left += 1), after: null };
      return { kind: "same", text, before: (left += 1), after: (right += 1) };
    }),
  );
}
