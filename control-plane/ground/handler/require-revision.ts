import { PublicError } from "@ferrule/contract/errors.ts";

/**
 * Requires the revision that an update's `If-Match` named; null (no header) allows any.
 * @throws PublicError REVISION_CONFLICT when the resource has changed since.
 */
export function requireRevision(ifMatch: number | null, revision: number): void {
  if (ifMatch !== null && ifMatch !== revision) {
    throw new PublicError("REVISION_CONFLICT", undefined, { details: { revision } });
  }
}
