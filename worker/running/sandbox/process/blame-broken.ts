import type { Verdict } from "./pulse.ts";
import type { Attempt } from "../placement.ts";

/**
 * The attempts to blame when an executor violates the protocol or does not read. A guest that broke out may send
 * anything about its calls. If a call was alone, it is guilty. If there were several, each runs alone next time, to
 * find out.
 */
export const blameBroken = (attempts: Attempt[]): Verdict => ({
  why: "broken",
  guilty: attempts.length === 1 ? attempts : [],
  functions: [],
  suspects: attempts,
});
