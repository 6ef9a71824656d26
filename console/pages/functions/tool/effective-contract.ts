import type { Fields, FunctionDetail } from "../code/draft.ts";
import type { DraftContract } from "./tool-entry.ts";

/** What was derived, of the text as it is or, until that is known, of the saved one; what is set by hand wins. */
export function effectiveContract(
  base: FunctionDetail,
  fields: Partial<Fields>,
  derived: DraftContract | null,
): DraftContract {
  const found = derived ?? base.derived ?? { inputSchema: null, outputSchema: null, description: "" };
  const { description, inputSchema, outputSchema } = { ...base, ...fields };
  return {
    inputSchema: inputSchema ?? found.inputSchema,
    outputSchema: outputSchema ?? found.outputSchema,
    description: description === "" ? found.description : description,
  };
}
