import { notJson, readJson } from "../../../components/show/read-json.ts";
import { checkInput } from "./check-input.ts";
import type { Schema } from "../../../reference/sample-of-schema.ts";

/** A typed input, and the schema's problems with it by path (empty for the whole). */
export type CheckedInput =
  | { isJson: true; value: unknown; problems: ReadonlyMap<string, string> }
  | { isJson: false; problems: ReadonlyMap<string, string> };

/** Parses a typed input; without a schema any JSON is valid. */
export function checkedInput(schema: Schema | null, text: string): CheckedInput {
  const read = readJson(text);
  if ("problem" in read) return { isJson: false, problems: new Map([["", notJson(read.problem)]]) };
  const { value } = read;
  return { isJson: true, value, problems: schema === null ? new Map() : checkInput(schema, value) };
}

/** Whether a schema has parts that a form can show. */
export const hasFields = (schema: Schema | null): boolean =>
  Object.keys((schema?.["properties"] as object | undefined) ?? {}).length > 0;
