import { FairTurns } from "./fair-turns.ts";

/** The turns of this thread. All code here that reads, checks or masks large data takes turns. */
export const threadTurns = new FairTurns();

/**
 * Characters or bytes. Smaller data is read, checked and masked at once, because that takes less time than a turn
 * costs.
 */
export const smallText = 32_768;
