import { overtimeMs, type Attack } from "./attack.ts";

const overtime = { timeoutMs: overtimeMs, expect: { ended: ["timeout" as const, "memory" as const] } };

/** Work inside the engine's built-ins, much of which cannot be interrupted. */
export const stubbornAttacks: Attack[] = [
  { name: "lastIndexOf over 2^53 holes", ...overtime },
  { name: "reversing 2^53 holes", ...overtime },
  { name: "copyWithin over 2^53 holes", ...overtime },
  { name: "joining 2^32 empty strings", ...overtime },
  { name: "String.raw of 2^53 parts", ...overtime },
  { name: "a division of giants", ...overtime },
  { name: "a number read from ten million digits", ...overtime },
  { name: "normalising a giant text", ...overtime },
  { name: "comparing giant texts by locale", ...overtime },
  { name: "compiling a giant source", timeoutMs: overtimeMs, expect: { ended: ["timeout", "memory"] } },
  { name: "compiling regular expressions of giant classes", ...overtime },
  { name: "replacing in a way that squares", ...overtime },
  { name: "a prototype chain of proxies", ...overtime },
  { name: "a getter in the details of an error that loops", ...overtime },
  { name: "a logged value whose keys never end", ...overtime },
  { name: "console.log of a value that loops when it is made a text", ...overtime },
  { name: "a stream that is always ready", ...overtime },
  { name: "a transform that feeds itself", ...overtime },
  { name: "an async generator without end", ...overtime },
  { name: "two message ports that answer each other for ever", ...overtime },
  { name: "an event that dispatches itself anew", ...overtime },
  { name: "a cloned value whose getter makes another", expect: { returns: "RangeError" } },
  { name: "a URLPattern that backtracks for ever", timeoutMs: overtimeMs, expect: { ended: ["timeout"] } },
  { name: "a form whose boundary is everywhere", ...overtime },
  { name: "keys derived one after the other for ever", ...overtime },
];
