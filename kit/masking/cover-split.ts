import { cover } from "./cover.ts";
import type { FindSpellings, Range } from "./find-spellings.ts";

/** Which units of a text are looked at, so that a value is found however it was cut up. */
export type Squeeze = (unit: number) => boolean;

/** Letters and digits: without quotes, brackets, commas and blanks between the pieces. */
export const lettersAndDigits: Squeeze = (unit) =>
  unit >= 0x80 || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);

/** All but blanks: for values that have few letters and digits. */
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

/** The range of a text whose squeezed units from the `from`th to the `to`th these are. */
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
 * Covers values that lie across several texts: joins what is left of each when it is squeezed, looks for squeezed spellings
 * there, and covers in each text what belongs to one. Answers the same texts when there is none.
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
