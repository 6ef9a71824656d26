import type { Range } from "./find-spellings.ts";

/** Replaces each range of the text with the marker; ranges that touch or overlap get one marker. */
export function cover(text: string, ranges: readonly Range[], marker: string): string {
  const merged: Range[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  let covered = "";
  let at = 0;
  for (const { from, to } of merged) {
    covered += text.slice(at, from) + marker;
    at = to;
  }
  return covered + text.slice(at);
}
