import type { Attack } from "./attack.ts";

/** In the short form, some hoards cannot fill their memory in time; then the time limit ends them. */
const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const timeoutMs = full ? 4_000 : 600;

/** In the short form it is less, so that they fill it sooner. */
const bomb = { timeoutMs, memoryMb: full ? 32 : 12, expect: { ended: ["memory" as const, "timeout" as const] } };

/** Programs that request more memory than they may have, of every kind. */
export const memoryAttacks: Attack[] = [
  { name: "arrays without end", ...bomb },
  { name: "objects kept over many turns", ...bomb },
  { name: "strings that double", ...bomb },
  { name: "array buffers without end", ...bomb },
  { name: "array buffers that are caught and tried again", ...bomb },
  { name: "a JSON text that unfolds", ...bomb },
  { name: "a map without end", ...bomb },
  { name: "promises without end", ...bomb },
  { name: "clones without end", ...bomb },
  { name: "one allocation far beyond the limit", memoryMb: 32, expect: { ended: ["memory"] } },
  { name: "a buffer that may grow", expect: { returns: false } },
];
