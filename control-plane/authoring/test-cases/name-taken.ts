import { PublicError } from "@ferrule/contract/errors.ts";
import { violates } from "../../ground/store/constraint.ts";

/**
 * For statements that write a test case's name. @throws PublicError CONFLICT for a name that the Function already has;
 * any other error unchanged
 */
export function nameTaken(error: unknown): never {
  if (!violates(error, "test_cases_name_taken")) throw error;
  throw new PublicError("CONFLICT", "This Function has a test case of this name already.", { cause: error });
}
