import type { Attack } from "./attack.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";

/** In the short form on a crowded machine, they may take little in their time. The time limit then ends them. */
const bomb = {
  timeoutMs: full ? 30_000 : 1_000,
  memoryMb: full ? 32 : 12,
  expect: { ended: full ? ["memory" as const] : ["memory" as const, "timeout" as const] },
};

/**
 * Memory that the engine allocates outside its heap without counting it. The programs take it in steps of six
 * milliseconds, so that no turn is long.
 */
export const sliceAttacks: Attack[] = [
  { name: "segmenters kept in short turns", ...bomb },
  { name: "iterators over segments kept in short turns", ...bomb },
  { name: "formatters of dates kept in short turns", ...bomb },
  { name: "collators kept in short turns", ...bomb },
  { name: "formatters of numbers and lists kept in short turns", ...bomb },
  { name: "plural rules and relative times kept in short turns", ...bomb },
  { name: "buffers kept in short turns", ...bomb },
  { name: "parsed texts kept in short turns", ...bomb },
  { name: "decoders kept in short turns", ...bomb },
  { name: "patterns compiled in short turns", ...bomb },
];
