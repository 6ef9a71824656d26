import type { Fields, FunctionDetail } from "../code/fields.ts";
import type { DraftContract } from "./tool-entry.ts";

/** What a deployment would give the Function: what was derived of its text, under what is set by hand. */
export function effectiveContract(
  base: FunctionDetail,
  fields: Partial<Fields>,
  derived: DraftContract | null,
): DraftContract {
  const found = derived ?? { inputSchema: null, outputSchema: null, description: "" };
  const { description, inputSchema, outputSchema } = { ...base, ...fields };
  return {
    inputSchema: inputSchema ?? found.inputSchema,
    outputSchema: outputSchema ?? found.outputSchema,
    description: description === "" ? found.description : description,
  };
}
