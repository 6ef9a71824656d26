import type { Verdict } from "./pulse.ts";
import type { Attempt } from "../placement.ts";

/**
 * Whom to blame when an executor violates the protocol or does not read. A guest that broke out says whatever it likes
 * about its calls. A call that was alone is guilty. Several calls are each tried alone.
 */
export const blameBroken = (attempts: Attempt[]): Verdict => ({
  why: "broken",
  guilty: attempts.length === 1 ? attempts : [],
  functions: [],
  suspects: attempts,
});
