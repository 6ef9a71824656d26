import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM (NIST SP 800-38D), random nonce: nonce, tag and ciphertext in one. Opening needs the same `context`. */
export function encrypt(key: Buffer, plaintext: Buffer, context: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes }).setAAD(context);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** @throws Error when the key, the context or a single bit differs. */
export function decrypt(key: Buffer, sealed: Buffer, context: Buffer): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new Error("too short to be sealed");
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(context)
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
