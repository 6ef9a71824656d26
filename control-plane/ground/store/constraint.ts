import { DatabaseError } from "pg";

/** Whether a statement failed because of this named constraint or unique index. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseError && error.constraint === constraint && error.code?.startsWith("23") === true;

/** The SQLSTATE of a failed statement, or a socket's error code; null when it is neither. */
export function sqlState(error: unknown): string | null {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : null;
}
