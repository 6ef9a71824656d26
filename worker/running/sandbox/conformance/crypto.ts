import { overtimeMs, type Attack } from "./attack.ts";

const tooLongAKey = { expect: { throws: /at most 65536 bytes/ } };
const overtime = { timeoutMs: overtimeMs, expect: { ended: ["timeout" as const, "memory" as const] } };
const rsa =
  "{ name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]) }, true, ['sign', 'verify']";
const aesKey = (usages: string) => `await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ${usages})`;

/** Operations of `crypto.subtle` with oversized input, in each argument that takes one. */
export const cryptoAttacks: Attack[] = [
  {
    name: "a key of five megabytes as JSON",
    source:
      "export default () => crypto.subtle.importKey('jwk', { kty: 'RSA', e: 'AQAB', n: 'A'.repeat(5e6) }, { name: 'RSA-PSS', hash: 'SHA-256' }, true, ['verify']);",
    ...tooLongAKey,
  },
  ...["raw", "spki", "pkcs8"].map((format) => ({
    name: `a key of a megabyte as ${format}`,
    source: `export default () => crypto.subtle.importKey('${format}', new Uint8Array(1e6), ${
      format === "raw" ? "{ name: 'HMAC', hash: 'SHA-256' }" : "{ name: 'RSA-PSS', hash: 'SHA-256' }"
    }, true, ['sign']);`,
    ...tooLongAKey,
  })),
  {
    name: "data of eleven megabytes to encrypt",
    source: `export default async () => { const k = ${aesKey("['encrypt']")}; await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, k, new Uint8Array(11e6)); };`,
    expect: { throws: /at most 10485760 bytes/ },
  },
  {
    name: "data of eleven megabytes to digest",
    source: "export default () => crypto.subtle.digest('SHA-256', new Uint8Array(11e6));",
    expect: { throws: /at most 10485760 bytes/ },
  },
  {
    name: "a vector of a megabyte",
    source: `export default async () => { const k = ${aesKey("['encrypt']")}; await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(1e6) }, k, new Uint8Array(1)); };`,
    ...tooLongAKey,
  },
  {
    name: "a signature of a megabyte",
    source:
      "export default async () => { const k = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['verify']); await crypto.subtle.verify('HMAC', k, new Uint8Array(1e6), new Uint8Array(1)); };",
    ...tooLongAKey,
  },
  {
    name: "a derivation whose parameter is a megabyte, hashed for each block",
    source:
      "export default async () => { const k = await crypto.subtle.importKey('raw', new Uint8Array(8), 'HKDF', false, ['deriveBits']); await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(8), info: new Uint8Array(1e6) }, k, 65280); };",
    ...tooLongAKey,
  },
  {
    name: "a wrapped key of a megabyte",
    source: `export default async () => { const k = ${aesKey("['unwrapKey']")}; await crypto.subtle.unwrapKey('raw', new Uint8Array(1e6), k, { name: 'AES-GCM', iv: new Uint8Array(12) }, 'AES-GCM', true, ['encrypt']); };`,
    ...tooLongAKey,
  },
  {
    name: "ten megabytes encrypted for ever",
    source: `export default async () => { const k = ${aesKey("['encrypt']")}; const d = new Uint8Array(10 * 1048576); for (;;) await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, k, d); };`,
    ...overtime,
  },
  {
    name: "RSA keys made for ever",
    source: `export default async () => { for (;;) await crypto.subtle.generateKey(${rsa}); };`,
    ...overtime,
  },
  {
    name: "RSA keys made all at once, which nobody waits for",
    source: `export default async () => { for (let n = 0; n < 60; n++) crypto.subtle.generateKey(${rsa}); return 'gone'; };`,
    expect: { returns: "gone" },
  },
];
