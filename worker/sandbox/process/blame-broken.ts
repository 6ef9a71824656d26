import type { Verdict } from "./pulse.ts";
import type { RunningCall } from "../placement.ts";

/**
 * Whose doing it is that an executor says what none says, or does not read. An engine that has been broken out of says what it
 * likes of its calls: who was alone there did it; of several, each is tried alone.
 */
export const blameBroken = (calls: RunningCall[]): Verdict => ({
  why: "broken",
  guilty: calls.length === 1 ? calls : [],
  functions: [],
  suspects: calls,
});
