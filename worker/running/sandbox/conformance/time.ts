import { overtimeMs, type Attack } from "./attack.ts";

/**
 * A call's CPU limit equals its time limit. A loop uses up both at once; on a busy machine, either may be noticed
 * first.
 */
const overtime = { timeoutMs: overtimeMs, expect: { ended: ["timeout" as const, "cpu" as const] } };

/** Programs that never end, in every possible way. */
export const timeAttacks: Attack[] = [
  { name: "an endless loop", ...overtime },
  { name: "an endless loop after an await", ...overtime },
  { name: "an endless loop after a timer", ...overtime },
  { name: "a flood of microtasks", ...overtime },
  { name: "a promise that never resolves", ...overtime },
  { name: "an endless loop at the top level", ...overtime },
  { name: "a top-level await that never resolves", ...overtime },
  { name: "indexOf over 2^53 holes", ...overtime },
  { name: "includes over 2^53 holes", ...overtime },
  { name: "a huge BigInt power", ...overtime },
  { name: "sorting a sparse giant", timeoutMs: overtimeMs, expect: { ended: ["timeout", "cpu", "memory"] } },
  {
    name: "a regular expression that backtracks for ever",
    timeoutMs: overtimeMs,
    expect: { ended: ["timeout", "cpu"] },
  },
  { name: "a thenable that loops", ...overtime },
  { name: "a toJSON that loops", ...overtime },
  { name: "a thrown proxy whose traps loop", ...overtime },
  { name: "a rejected proxy that nobody handles", ...overtime },
  { name: "an abort listener that loops", ...overtime },
  { name: "catching what ends it", ...overtime },
  { name: "endless recursion", expect: { throws: /RangeError: Maximum call stack/ } },
  { name: "a timer that fires for ever", ...overtime },
];
