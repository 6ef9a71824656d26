import { PublicError } from "@ferrule/contract/errors.ts";

/**
 * Holds an update to the revision that its `If-Match` named; without one (null) anything goes.
 * @throws PublicError REVISION_CONFLICT when the resource has moved on.
 */
export function requireRevision(ifMatch: number | null, revision: number): void {
  if (ifMatch !== null && ifMatch !== revision) {
    throw new PublicError("REVISION_CONFLICT", undefined, { details: { revision } });
  }
}
