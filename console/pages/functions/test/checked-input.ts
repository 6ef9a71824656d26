import { notJson, readJson } from "../../../components/read-json.ts";
import { checkInput } from "./check-input.ts";
import type { Schema } from "./sample-of-schema.ts";

/** What a text that was typed as an input is, and what a schema has against it, by path (empty: the whole). */
export type CheckedInput =
  | { isJson: true; value: unknown; problems: ReadonlyMap<string, string> }
  | { isJson: false; problems: ReadonlyMap<string, string> };

/** Reads a text that was typed as an input; without a schema any JSON fits. */
export function checkedInput(schema: Schema | null, text: string): CheckedInput {
  const read = readJson(text);
  if ("problem" in read) return { isJson: false, problems: new Map([["", notJson(read.problem)]]) };
  const { value } = read;
  return { isJson: true, value, problems: schema === null ? new Map() : checkInput(schema, value) };
}

/** Whether a schema has parts that a form can show. */
export const hasFields = (schema: Schema | null): boolean =>
  Object.keys((schema?.["properties"] as object | undefined) ?? {}).length > 0;
