import { PublicError } from "@ferrule/contract/errors.ts";
import PQueue from "p-queue";
import { networkOf } from "./network-of.ts";

/** Each attempt holds a database connection while it is counted, and then waits for a password to be hashed. */
const turns = new PQueue({ concurrency: 4 });
const mostWaiting = 200;
const mostOfNetwork = 100;
const present = new Map<string, number>();

/**
 * Known devices go first and have their own limit in the queue, so that a flood of strangers does not lock them out.
 */
const priorities = { device: 1, stranger: 0 };

export interface TurnOf {
  ip: string | null;
  isKnownDevice: boolean;
}

/**
 * Runs an attempt to sign in when its turn comes: a few at once on this replica, and a limited queue, in total and per
 * network. It refuses attempts beyond that before it hashes or counts anything.
 * @throws PublicError RATE_LIMITED
 */
export async function awaitTurn<T>({ ip, isKnownDevice }: TurnOf, attempt: () => Promise<T>): Promise<T> {
  const priority = isKnownDevice ? priorities.device : priorities.stranger;
  const network = isKnownDevice ? "known devices" : networkOf(ip ?? "unknown");
  const ofNetwork = present.get(network) ?? 0;
  if (turns.sizeBy({ priority }) >= mostWaiting || (!isKnownDevice && ofNetwork >= mostOfNetwork)) {
    throw new PublicError("RATE_LIMITED", "Too many attempts to sign in at once. Try again in a moment.", {
      retryAfterSeconds: 5,
    });
  }
  present.set(network, ofNetwork + 1);
  try {
    return await turns.add(attempt, { priority });
  } finally {
    const left = (present.get(network) ?? 1) - 1;
    if (left > 0) present.set(network, left);
    else present.delete(network);
  }
}
