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
 * 8 hexadecimal characters of a keyed hash over the value and its secret. They only show whether two values of one
 * secret are equal, under the same first encryption key. Neither a reader nor a thief of the database can test guesses
 * with them.
 */
export const fingerprintOf = ({ first }: KeyRing, secretId: string, value: string): string =>
  createHmac("sha256", first.fingerprints)
    .update(JSON.stringify([secretId, value]))
    .digest("hex")
    .slice(0, 8);
