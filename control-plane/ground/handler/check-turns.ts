import { FairTurns } from "@ferrule/kit/fair-turns.ts";

/**
 * Turns of this process for reading and checking what is large or slow to check. It always rests in between: this process serves everybody's
 * console, and whoever writes in bulk can wait.
 */
export const checkTurns = new FairTurns({ restsAlone: true, restFactor: 2 });
