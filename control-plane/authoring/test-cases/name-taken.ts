import { PublicError } from "@ferrule/contract/errors.ts";
import { violates } from "../../ground/store/constraint.ts";

/** For the statements that name a test case. @throws PublicError CONFLICT for a name that the Function has; any other error as it is */
export function nameTaken(error: unknown): never {
  if (!violates(error, "test_cases_name_taken")) throw error;
  throw new PublicError("CONFLICT", "This Function has a test case of this name already.", { cause: error });
}
