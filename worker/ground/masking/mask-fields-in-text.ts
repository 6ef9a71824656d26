import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";

const field = /"((?:[^"\\]|\\.){1,200})"\s*:\s*/gs;
/** A value that starts here: a string that may be cut off, a list or object to the end of its line, or a word. */
const valueHere = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[{][^\n]*|[^,}\]\s]+/sy;

/**
 * Masks fields by name in text that contains JSON, whole or in lines, as a stream sends it. A cut text is no longer
 * valid JSON, so this searches and does not parse.
 */
export function maskFieldsInText(text: string, isSensitive: (name: string) => boolean): string {
  let masked = "";
  let from = 0;
  for (const match of text.matchAll(field)) {
    const at = match.index + match[0].length;
    if (match.index < from || !isSensitive(match[1] ?? "")) continue;
    valueHere.lastIndex = at;
    const [value] = valueHere.exec(text) ?? [];
    if (value === undefined || value === "null") continue;
    masked += `${text.slice(from, at)}"${maskMarker}"`;
    from = at + value.length;
  }
  return from === 0 ? text : masked + text.slice(from);
}
