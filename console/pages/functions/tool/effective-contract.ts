import type { Fields, FunctionDetail } from "../code/draft/fields.ts";
import type { DraftContract } from "./tool-entry.ts";

/**
 * The contract that a deployment would give the Function: derived from its text, with the parts that were set by hand.
 */
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
