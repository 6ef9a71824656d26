import { PublicError } from "@ferrule/contract/errors.ts";

/**
 * Answers the row that was looked for. What is not there and what belongs to another Project are answered alike.
 * @throws PublicError NOT_FOUND when there is none.
 */
export function found<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new PublicError("NOT_FOUND");
  return row;
}
