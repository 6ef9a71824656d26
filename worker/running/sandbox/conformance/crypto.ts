import { overtimeMs, type Attack } from "./attack.ts";

const tooLongAKey = { expect: { throws: /at most 65536 bytes/ } };
const overtime = { timeoutMs: overtimeMs, expect: { ended: ["timeout" as const, "memory" as const] } };

/** Operations of `crypto.subtle` with oversized input, in each argument that takes one. */
export const cryptoAttacks: Attack[] = [
  { name: "a key of five megabytes as JSON", ...tooLongAKey },
  ...["raw", "spki", "pkcs8"].map((format) => ({
    name: `a key of a megabyte as ${format}`,
    ...tooLongAKey,
  })),
  { name: "data of eleven megabytes to encrypt", expect: { throws: /at most 10485760 bytes/ } },
  { name: "data of eleven megabytes to digest", expect: { throws: /at most 10485760 bytes/ } },
  { name: "a vector of a megabyte", ...tooLongAKey },
  { name: "a signature of a megabyte", ...tooLongAKey },
  { name: "a derivation whose parameter is a megabyte, hashed for each block", ...tooLongAKey },
  { name: "a wrapped key of a megabyte", ...tooLongAKey },
  { name: "ten megabytes encrypted for ever", ...overtime },
  { name: "RSA keys made for ever", ...overtime },
  { name: "RSA keys made all at once, which nobody waits for", expect: { returns: "gone" } },
];
