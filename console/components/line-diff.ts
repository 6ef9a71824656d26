export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
  /** From 1; null where that side has no such line. */
  before: number | null;
  after: number | null;
}

const mostCells = 4_000_000;

/** Lengths of the longest common subsequences of all tails of `a` and `b`, in one array of (a+1) × (b+1). */
function commonTails(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      table[at] =
        a[i] === b[j] ? (table[at + width + 1] ?? 0) + 1 : Math.max(table[at + width] ?? 0, table[at + 1] ?? 0);
    }
  }
  return table;
}

/**
 * The lines of two texts side by side: what was removed, added, and stayed. Common beginnings and ends are set aside first;
 * if more than 2,000 by 2,000 lines still differ, all of them are told as removed and added.
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const middleA = a.slice(head, a.length - tail);
  const middleB = b.slice(head, b.length - tail);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  const push = (kind: DiffLine["kind"], text: string) => {
    if (kind !== "added") i += 1;
    if (kind !== "removed") j += 1;
    lines.push({ kind, text, before: kind === "added" ? null : i, after: kind === "removed" ? null : j });
  };
  for (const text of a.slice(0, head)) push("same", text);
  if (middleA.length * middleB.length > mostCells) {
    for (const text of middleA) push("removed", text);
    for (const text of middleB) push("added", text);
  } else {
    const width = middleB.length + 1;
    const tails = commonTails(middleA, middleB);
    let [x, y] = [0, 0];
    while (x < middleA.length || y < middleB.length) {
      const [left, right] = [middleA[x], middleB[y]];
      if (left !== undefined && left === right) {
        push("same", left);
        x += 1;
        y += 1;
      } else if (
        left !== undefined &&
        (right === undefined || (tails[(x + 1) * width + y] ?? 0) >= (tails[x * width + y + 1] ?? 0))
      ) {
        push("removed", left);
        x += 1;
      } else if (right !== undefined) {
        push("added", right);
        y += 1;
      }
    }
  }
  for (const text of a.slice(a.length - tail)) push("same", text);
  return lines;
}
