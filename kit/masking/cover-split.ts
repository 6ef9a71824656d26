import { cover } from "./cover.ts";
import type { FindSpellings, Range } from "./find-spellings.ts";

/** Selects the characters of a text that count, so that a value is found however it was split up. */
export type Squeeze = (unit: number) => boolean;

/** Letters and digits: ignores quotes, brackets, commas and blanks between the pieces. */
export const lettersAndDigits: Squeeze = (unit) =>
  unit >= 0x80 || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);

/** Everything but blanks: for values with few letters and digits. */
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

/** The range of the original text that holds these squeezed characters (`from` to `to`). */
function unsqueezed(text: string, keeps: Squeeze, from: number, to: number): Range {
  let kept = 0;
  let begin = text.length;
  for (let index = 0; index < text.length; index += 1) {
    if (!keeps(text.charCodeAt(index))) continue;
    if (kept === from) begin = index;
    kept += 1;
    if (kept === to) return { from: begin, to: index + 1 };
  }
  return { from: begin, to: text.length };
}

/**
 * Covers values that are split over several texts: squeezes and joins the texts, looks for squeezed spellings, and
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
  let start = 0;
  return texts.map((text, index) => {
    const [from, length] = [start, parts[index]?.length ?? 0];
    start += length;
    const ranges = found
      .filter((range) => range.to > from && range.from < from + length)
      .map((range) => unsqueezed(text, keeps, Math.max(range.from - from, 0), Math.min(range.to - from, length)));
    return ranges.length === 0 ? text : cover(text, ranges, marker);
  });
}
