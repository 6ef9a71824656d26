import { PublicError } from "@ferrule/contract/errors.ts";

/** Who reports on an attempt: the worker that claimed it. */
export interface Holder {
  workerId: string;
  attempt: number;
}

/** The lease expired or belongs to another attempt, or the row went with its Project: the worker drops the attempt. */
export const leaseLost = () => new PublicError("INVALID_STATE", "The lease of this job is lost.");

/**
 * Requires that `holder` has this attempt, or had it last.
 * @throws PublicError INVALID_STATE when the lease is lost.
 */
export function requireHeld<R extends { workerId: string | null; attempt: number }>(
  row: R | null | undefined,
  { workerId, attempt }: Holder,
): asserts row is R {
  if (row?.workerId !== workerId || row.attempt !== attempt) throw leaseLost();
}
