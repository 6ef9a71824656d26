import { FairTurns } from "@ferrule/kit/turns/fair-turns.ts";

/**
 * Turns in this process to read and check large input, or input that is slow to check. It always rests in between: this
 * process serves everybody's console, and people who write in bulk can wait.
 */
export const checkTurns = new FairTurns({ restsAlone: true, restFactor: 2 });
