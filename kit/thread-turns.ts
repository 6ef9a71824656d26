import { FairTurns } from "./fair-turns.ts";

/** Of this thread: whoever reads, checks or masks something large here takes turns with all others who do. */
export const threadTurns = new FairTurns();

/** Characters or bytes. What is smaller is read, checked and masked at once, because that takes less than a turn costs. */
export const smallText = 32_768;
