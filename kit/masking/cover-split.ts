import { cover } from "./cover.ts";
import type { FindSpellings, Range } from "./find-spellings.ts";

/** Selects the characters of a text that a search compares, so that it finds a value however the value was split. */
export type Squeeze = (unit: number) => boolean;

/** Letters and digits: ignores quotes, brackets, commas and blanks between the pieces. */
export const lettersAndDigits: Squeeze = (unit) =>
  unit >= 0x80 || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);

/** Everything except blanks: for values with few letters and digits. */
export const withoutBlanks: Squeeze = (unit) => unit > 32;

export function squeezed(text: string, keeps: Squeeze): string {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (keeps(text.charCodeAt(index))) continue;
    if (index > start) parts.push(text.slice(start, index));
    start = index + 1;
  }
  if (start === 0) return text;
  parts.push(text.slice(start));
  return parts.join("");
}

/** Sorts ranges, and joins those that touch or overlap. */
function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/**
 * The ranges of the original text that hold these squeezed characters, found in one pass. `squeezedRanges`: see
 * `joined`.
 */
function unsqueezed(text: string, keeps: Squeeze, squeezedRanges: readonly Range[]): Range[] {
  const found: Range[] = [];
  let kept = 0;
  let begin = 0;
  for (let index = 0, at = 0; index < text.length && at < squeezedRanges.length; index += 1) {
    if (!keeps(text.charCodeAt(index))) continue;
    const { from, to } = squeezedRanges[at]!;
    if (kept === from) begin = index;
    kept += 1;
    if (kept !== to) continue;
    found.push({ from: begin, to: index + 1 });
    at += 1;
  }
  return found;
}

/**
 * Covers values that are split over several texts. It squeezes and joins the texts, looks for squeezed spellings, and
 * covers the matching part of each text. Returns the same texts when there is none.
 */
export function coverSplit(
  texts: readonly string[],
  find: FindSpellings,
  { keeps, marker }: { keeps: Squeeze; marker: string },
): readonly string[] {
  const parts = texts.map((text) => squeezed(text, keeps));
  const found = find(parts.join(""));
  if (found === null) return texts;
  const ranges = joined(found);
  let start = 0;
  let first = 0;
  return texts.map((text, index) => {
    const [from, end] = [start, start + (parts[index]?.length ?? 0)];
    start = end;
    while (first < ranges.length && ranges[first]!.to <= from) first += 1;
    const own: Range[] = [];
    for (let at = first; at < ranges.length && ranges[at]!.from < end; at += 1) {
      const range = ranges[at]!;
      own.push({ from: Math.max(range.from, from) - from, to: Math.min(range.to, end) - from });
    }
    return own.length === 0 ? text : cover(text, unsqueezed(text, keeps, own), marker);
  });
}
