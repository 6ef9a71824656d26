import { parseExactJson, takeInexact } from "@ferrule/contract/json/parse-exact-json.ts";

const tooEarly = "it ends too early: a bracket or a quotation mark is not closed.";

/** The line and column in a browser's error message. Chrome also counts characters; Firefox does not. */
function placeIn(message: string, text: string): string | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) {
    if (Number(position) >= text.trimEnd().length) return tooEarly;
    const lines = text.slice(0, Number(position)).split("\n");
    return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1} cannot be read.`;
  }
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line === undefined ? undefined : `line ${line}, column ${column} cannot be read.`;
}

/**
 * Why a text is not JSON, as the end of a sentence: `line 2, column 5 cannot be read.` Some parsers' own messages
 * differ between browsers, and some repeat the typed text.
 */
export function whyNotJson(text: string, error: unknown): string {
  if (text.trim() === "") return "it is empty.";
  const message = error instanceof Error ? error.message : "";
  if (/end of|unterminated/i.test(message)) return tooEarly;
  return placeIn(message, text) ?? "a character in it is out of place.";
}

/** Parses a JSON text, or explains why it is not JSON, as the end of a sentence: `The mapping is not JSON: …`. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  try {
    const { value } = parseExactJson(text);
    const [inexact] = takeInexact(value, "the value");
    if (inexact === undefined) return { value };
    return { problem: `${inexact.path} ${inexact.message}.` };
  } catch (error) {
    return { problem: whyNotJson(text, error) };
  }
}

/** The same as a whole sentence, for places that do not say what the text should be. */
export const notJson = (problem: string): string => `This is not JSON: ${problem}`;
