import type { Verdict } from "./pulse.ts";
import type { RunningCall } from "../placement.ts";

/**
 * Whom to blame when an executor violates the protocol or does not read. A guest that broke out says whatever it likes
 * about its calls. A call that was alone is guilty. Several calls are each tried alone.
 */
export const blameBroken = (calls: RunningCall[]): Verdict => ({
  why: "broken",
  guilty: calls.length === 1 ? calls : [],
  functions: [],
  suspects: calls,
});
