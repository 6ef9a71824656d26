import { diff3Merge, diffComm } from "node-diff3";

const mostPairs = 5_000_000;
const linesOf = (text: string) => text.split(/(?<=\n)/);

/** The lines that begin and end all three texts: we skip them, because the search in between is quadratic at worst. */
function shared(all: readonly (readonly string[])[]) {
  const least = Math.min(...all.map(({ length }) => length));
  const isSame = (at: (lines: readonly string[]) => string | undefined) =>
    all.every((lines) => at(lines) === at(all[0]!));
  let before = 0;
  while (before < least && isSame((lines) => lines[before])) before += 1;
  let after = 0;
  while (after < least - before && isSame((lines) => lines.at(-1 - after))) after += 1;
  return { before, after };
}

/**
 * Whether a comparison by line would take too long: its cost grows with how often the same lines occur in both. So a
 * source of nothing but `}` is compared as a whole.
 */
function tooAlike(one: readonly string[], other: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  let pairs = 0;
  for (const line of other) pairs += counts.get(line) ?? 0;
  return pairs > mostPairs;
}

/**
 * A text merged in two ways: where both sides changed the same lines, `ours` has our side's and `theirs` the other's.
 */
export interface MergedText {
  ours: string;
  theirs: string;
}

/** Merges two texts with a common base, by line. Without a conflict, `ours` and `theirs` are equal. */
export function mergeLines(base: string, ours: string, theirs: string): MergedText {
  const all = [ours, base, theirs].map(linesOf);
  const { before, after } = shared(all);
  const [a, o, b] = all.map((lines) => lines.slice(before, lines.length - after)) as [string[], string[], string[]];
  const isWhole = tooAlike(a, o) || tooAlike(o, b);
  const regions = isWhole ? [{ conflict: { a, b } }] : diff3Merge(a, o, b, { excludeFalseConflicts: true });
  const pick = (side: "a" | "b") =>
    regions.flatMap((region) => ("ok" in region ? region.ok : undefined) ?? region.conflict?.[side] ?? []);
  const whole = (middle: string[]) =>
    [...all[0]!.slice(0, before), ...middle, ...all[0]!.slice(all[0]!.length - after)].join("");
  return { ours: whole(pick("a")), theirs: whole(pick("b")) };
}

const begin = "<<<<<<< here";
const middle = "=======";
const end = ">>>>>>> server";
const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** Both texts as one, with git's conflict markers around each difference. */
export function withMarkers({ ours, theirs }: MergedText): string {
  if (ours === theirs) return ours;
  const both = [ours, theirs].map(linesOf);
  const { before, after } = shared(both);
  const [a, b] = both.map((lines) => lines.slice(before, lines.length - after)) as [string[], string[]];
  const compared = tooAlike(a, b) ? [{ common: undefined, buffer1: a, buffer2: b }] : diffComm(a, b);
  const parts = compared.map(({ common, buffer1, buffer2 }) =>
    common === undefined
      ? `${begin}\n${ended(buffer1.join(""))}${middle}\n${ended(buffer2.join(""))}${end}\n`
      : common.join(""),
  );
  return both[0]!.slice(0, before).join("") + parts.join("") + both[0]!.slice(both[0]!.length - after).join("");
}

/** The line, from 1, of the first unresolved conflict; null if there is none. */
export function markedLine(text: string): number | null {
  if (!text.includes("<<<<<<< ")) return null;
  let begun: number | null = null;
  let isDivided = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.startsWith("<<<<<<< ")) [begun, isDivided] = [index + 1, false];
    else if (begun !== null && line.replace(/\r$/, "") === middle) isDivided = true;
    else if (isDivided && line.startsWith(">>>>>>> ")) return begun;
  }
  return null;
}
