import type { Validation } from "../code/use-validation.ts";
import type { FunctionDetail } from "../code/fields.ts";
import type { DraftContract } from "./tool-entry.ts";

/** What is known of a contract, and why it may not be that of the text as it is. */
export interface KnownContract {
  derived: DraftContract | null;
  /** Null: it is what the text says. */
  note: string | null;
}

/** What a check answers that could not read the text at all. */
const isNothing = ({ inputSchema, outputSchema, description }: DraftContract) =>
  inputSchema === null && outputSchema === null && description === "";

/**
 * The contract to show. With type errors the server still reads one, which is shown; where the text cannot be read, the
 * `last` that could be stays, and without one that of the saved revision.
 */
export function knownContract(
  base: Pick<FunctionDetail, "derived" | "revision">,
  { answer }: Pick<Validation, "answer">,
  last: DraftContract | null,
): KnownContract {
  if (answer === null) return { derived: base.derived, note: null };
  if (answer.valid) return { derived: answer.derived, note: null };
  if (!isNothing(answer.derived))
    return { derived: answer.derived, note: "The code has errors. This contract may be incomplete." };
  if (last !== null)
    return {
      derived: last,
      note: "The code cannot be read. This contract is from the last successful check.",
    };
  return base.derived === null
    ? { derived: null, note: "The code cannot be read, so its contract is not known yet." }
    : { derived: base.derived, note: `The code cannot be read. This contract is from revision ${base.revision}.` };
}
