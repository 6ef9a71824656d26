import { PublicError } from "@ferrule/contract/errors.ts";

/** The most streams that one user may have open on one replica: a few console tabs and a script. */
const mostAtOnce = 10;
const open = new Map<string, number>();

/**
 * Counts a user's stream until its connection ends and `signal` aborts.
 * @throws PublicError RATE_LIMITED when the user has too many open.
 */
export function countStream(userId: string, signal: AbortSignal): void {
  const count = open.get(userId) ?? 0;
  if (count >= mostAtOnce)
    throw new PublicError("RATE_LIMITED", `At most ${mostAtOnce} streams at once. Close one first.`, {
      retryAfterSeconds: 5,
    });
  if (signal.aborted) return;
  open.set(userId, count + 1);
  const release = () => {
    const left = (open.get(userId) ?? 1) - 1;
    if (left > 0) open.set(userId, left);
    else open.delete(userId);
  };
  signal.addEventListener("abort", release, { once: true });
}
