import { PublicError } from "@ferrule/contract/errors.ts";

/**
 * Returns the row. A missing row and one of another Project get the same answer.
 * @throws PublicError NOT_FOUND when there is none.
 */
export function found<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new PublicError("NOT_FOUND");
  return row;
}
