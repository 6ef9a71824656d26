import { compactDecrypt, CompactEncrypt } from "jose";
import { deriveKey } from "../../session/cookie/derive-key.ts";

const header = { alg: "dir", enc: "A256GCM" } as const;
const key = (sessionSecret: string) => deriveKey(sessionSecret, "kept-for-provider");

/**
 * Encrypts a token that only ever goes back to the provider: an ID token as a hint, or a refresh token. It lasts as
 * long as its session.
 */
export const keepForProvider = (sessionSecret: string, text: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key(sessionSecret));

/** Decrypts a kept token; null under another SESSION_SECRET. */
export async function takeForProvider(sessionSecret: string, kept: string): Promise<string | null> {
  try {
    const { plaintext } = await compactDecrypt(kept, key(sessionSecret));
    return new TextDecoder().decode(plaintext);
  } catch {
    return null;
  }
}
