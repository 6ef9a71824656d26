import type { Validation } from "../code/use-validation.ts";
import type { FunctionDetail } from "../code/draft/fields.ts";
import type { DraftContract } from "./tool-entry.ts";

/** The known contract, and why it may not match the current text. */
export interface KnownContract {
  derived: DraftContract | null;
  /** Null when it matches the text. */
  note: string | null;
}

/** Whether a check could not read the text at all. */
const isNothing = ({ inputSchema, outputSchema, description }: DraftContract) =>
  inputSchema === null && outputSchema === null && description === "";

/**
 * The contract to show. Despite type errors the server can often derive one. If it cannot read the text, the `last`
 * readable contract stays, or else the saved revision's.
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
