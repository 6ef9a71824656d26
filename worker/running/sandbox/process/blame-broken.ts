import type { Verdict } from "./pulse.ts";
import type { Attempt } from "../placement.ts";

/**
 * Whom to blame when an executor violates the protocol or does not read. A guest that broke out may send anything about
 * its calls. A call that was alone is guilty. If there were several, each is tried alone.
 */
export const blameBroken = (attempts: Attempt[]): Verdict => ({
  why: "broken",
  guilty: attempts.length === 1 ? attempts : [],
  functions: [],
  suspects: attempts,
});
