import { boundedFormats } from "./bounded-formats.ts";
import { linearPattern } from "../patterns/linear-pattern.ts";
import { isMultipleOf } from "./multiple-of.ts";
import { counted, mustHaveFormat, mustMatch } from "../sentences.ts";
import { spend } from "../work-meter.ts";
import { fail, type Applied } from "./run.ts";

type Test = (value: unknown) => boolean;

/** The test of a format for a type of value; null if there is none. */
function formatTest(name: unknown, type: "string" | "number"): Test | null {
  const format = typeof name === "string" && Object.hasOwn(boundedFormats, name) ? boundedFormats[name] : undefined;
  if (typeof format === "function") return type === "string" ? (format as Test) : null;
  if (typeof format !== "object" || format === null) return null;
  const { type: given = "string", validate } = format as { type?: string; validate?: unknown };
  return given === type && typeof validate === "function" ? (validate as Test) : null;
}

/** Code points, as JSON Schema counts characters. */
function lengthOf(text: string): number {
  spend(text.length / 16);
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The keywords for texts. */
export function applyToText({ schema, value, place, sink }: Applied<string>): boolean {
  const { minLength, maxLength, pattern, format } = schema;
  let fits = true;
  if (typeof minLength === "number" || typeof maxLength === "number") {
    const length = lengthOf(value);
    if (typeof minLength === "number" && length < minLength) {
      fits = fail(sink, place, `must have at least ${counted(minLength, "character")}`);
    }
    if (typeof maxLength === "number" && length > maxLength) {
      fits = fail(sink, place, `must have at most ${counted(maxLength, "character")}`);
    }
  }
  if (!fits) return false;
  if (typeof pattern === "string" && !linearPattern(pattern).test(value)) fits = fail(sink, place, mustMatch(pattern));
  const test = formatTest(format, "string");
  if (test !== null && !test(value)) fits = fail(sink, place, mustHaveFormat(String(format)));
  return fits;
}

/** The keywords for numbers. */
export function applyToNumber({ schema, value, place, sink }: Applied<number>): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  let fits = true;
  if (typeof minimum === "number" && !(value >= minimum)) fits = fail(sink, place, `must be at least ${minimum}`);
  if (typeof maximum === "number" && !(value <= maximum)) fits = fail(sink, place, `must be at most ${maximum}`);
  if (typeof exclusiveMinimum === "number" && !(value > exclusiveMinimum)) {
    fits = fail(sink, place, `must be greater than ${exclusiveMinimum}`);
  }
  if (typeof exclusiveMaximum === "number" && !(value < exclusiveMaximum)) {
    fits = fail(sink, place, `must be less than ${exclusiveMaximum}`);
  }
  if (typeof multipleOf === "number" && !isMultipleOf(value, multipleOf)) {
    fits = fail(sink, place, `must be a multiple of ${multipleOf}`);
  }
  const test = formatTest(format, "number");
  if (test !== null && !test(value)) fits = fail(sink, place, mustHaveFormat(String(format)));
  return fits;
}
