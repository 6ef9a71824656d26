import { createHmac, randomBytes } from "node:crypto";
import { encrypt } from "./aead.ts";
import type { KeyRing } from "./key-ring.ts";
import { keyContext, valueContext, type SealContext, type Sealed } from "./seal-context.ts";

/** Seals a value under its own random data key, and that key under the ring's first. */
export function sealSecret({ first }: KeyRing, context: SealContext, value: string): Sealed {
  const dataKey = randomBytes(32);
  try {
    const ciphertext = encrypt(dataKey, Buffer.from(value), valueContext(context));
    return { keyId: first.id, wrappedKey: encrypt(first.wrapping, dataKey, keyContext(context, first.id)), ciphertext };
  } finally {
    dataKey.fill(0);
  }
}

/**
 * 8 hexadecimal characters of a keyed hash over the value and its secret. Somebody who reads them, or the database, cannot
 * test guesses. They compare values of one secret under one first encryption key.
 */
export const fingerprintOf = ({ first }: KeyRing, secretId: string, value: string): string =>
  createHmac("sha256", first.fingerprints)
    .update(JSON.stringify([secretId, value]))
    .digest("hex")
    .slice(0, 8);
