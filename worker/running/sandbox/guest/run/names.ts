import { platformError } from "../function-error.ts";
import { regExec } from "../primordials.ts";

/** Control characters, line ends, and characters that change the direction of text. */
const unreadable = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u;
const unreadableInText = /[^\P{Cc}\t\r\n]|[\p{Cs}\p{Bidi_Control}]/u;
const numbered = /#\d+$/;

/** Whether a value is one readable line of at most `most` characters. */
export const isLine = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= most && regExec(unreadable, value) === null;

/** Whether a value is readable text of at most `most` characters. */
export const isReadable = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length <= most && regExec(unreadableInText, value) === null;

/** A step's name. @throws FunctionError */
export function checkedName(name: unknown): string {
  if (!isLine(name, 100)) {
    const message =
      "The name of a step must be text of 1 to 100 characters, on one line and without control characters.";
    throw platformError("VALIDATION_ERROR", message);
  }
  if (regExec(numbered, name) !== null) {
    const message = `The name of a step must not end in "#" and a number: a name that is used twice gets one.`;
    throw platformError("VALIDATION_ERROR", message);
  }
  return name;
}
