import { PublicError } from "@ferrule/contract/errors.ts";

/** The 400 for a cursor that this list never issued. */
export const invalidCursor = (): PublicError =>
  new PublicError("VALIDATION_ERROR", undefined, {
    details: { issues: [{ path: "query.cursor", message: "is not a cursor of this list" }] },
  });
