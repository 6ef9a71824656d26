import type { Attack } from "./attack.ts";

/** In the short form, some hoards cannot fill their memory in time; then the time limit ends them. */
const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const timeoutMs = full ? 3_000 : 600;

/** In the short form it is less, so that they fill it sooner. */
const bomb = { timeoutMs, memoryMb: full ? 32 : 12, expect: { ended: ["memory" as const, "timeout" as const] } };

/** Programs that keep what the platform makes for them until memory runs out. */
export const hoardAttacks: Attack[] = [
  { name: "formatters of the engine's, whose memory lies outside its heap", ...bomb },
  { name: "a compressed bomb", ...bomb },
  { name: "a stream whose queue has no end", ...bomb },
  { name: "a stream teed for ever, one branch unread", ...bomb },
  { name: "a message port that nobody reads", ...bomb },
  { name: "blobs of blobs", ...bomb },
  { name: "headers without end", ...bomb },
  { name: "a form without end", ...bomb },
  { name: "query parameters without end", ...bomb },
  { name: "listeners without end", ...bomb },
  { name: "signals that depend on one another without end", ...bomb },
  { name: "symbols in the registry without end", ...bomb },
  { name: "a chain of weak maps", ...bomb },
  { name: "giant texts that are only then made flat", ...bomb },
  { name: "huge integers kept", ...bomb },
  { name: "functions compiled without end", ...bomb },
  { name: "regular expressions compiled without end", ...bomb },
  { name: "digests of large data, all at once", ...bomb },
  { name: "a key of a quarter of a gigabyte", expect: { throws: /At most 524288 bits/ } },
  { name: "a derivation whose count of rounds is a text", expect: { throws: /iterations/ } },
  { name: "a derivation of very many blocks", expect: { throws: /iterations/ } },
  { name: "an algorithm that takes memory by parameter", expect: { throws: /NotSupportedError|TypeError/ } },
  { name: "a digest of the length it names", expect: { throws: /NotSupportedError/ } },
  { name: "an RSA key of sixteen thousand bits", expect: { throws: /4096 bits/ } },
];
