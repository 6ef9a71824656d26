import { networkOf } from "../passwords/network-of.ts";
import type { Limit } from "../passwords/count-attempt.ts";

/** How long a sign-in waits. Less than the window of `countAttempt`, so `mostOfNetwork` also bounds what waits at once. */
export const waitMs = 600_000;
/** How often a command line may ask for its token. */
export const intervalSeconds = 5;
/** Waiting sign-ins of the whole installation. */
export const mostWaiting = 1_000;
const mostOfNetwork = 50;
const mostWrongCodes = 10;

/** Each sign-in that begins stores a row, so they count whatever becomes of them. */
export const startLimits = (ip: string | null): Limit[] => [
  { subject: `cli-sign-in:${networkOf(ip ?? "unknown")}`, most: mostOfNetwork, forgiven: false },
];

/**
 * Codes that a signed-in person tries in vain. A right code does not clear the wrong ones: anybody can begin a sign-in of
 * their own to have a right one. So of 25,600,000,000 codes, a person tries ten in 15 minutes.
 */
export const codeLimits = (userId: string): Limit[] => [
  { subject: `cli-sign-in-code:${userId}`, most: mostWrongCodes, forgiven: false },
];
