import { overtimeMs, type Attack } from "./attack.ts";

/** Programs that send, log, wait or ask for more than they may. */
export const floodAttacks: Attack[] = [
  { name: "an output of 7 MiB", expect: { ended: ["output"] } },
  { name: "an output whose bytes are more than its characters", expect: { ended: ["output"] } },
  { name: "a log without end", expect: { returns: "done" } },
  { name: "log entries of a megabyte", expect: { returns: "done" } },
  { name: "timers without end", expect: { throws: /1000 timers/ } },
  { name: "host calls without end", expect: { throws: /at once|does not offer/ } },
  { name: "progress without end", expect: { returns: "done" } },
  { name: "random bytes without end", expect: { returns: "done" } },
  {
    name: "digests without end",
    timeoutMs: overtimeMs,
    // On a crowded machine, the waiting digests may take more memory than the Function may have.
    expect: { ended: ["timeout", "memory"] },
  },
  { name: "a key derivation that takes minutes", expect: { throws: /iterations/ } },
];
