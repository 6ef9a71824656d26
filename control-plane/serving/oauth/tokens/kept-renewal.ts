import { compactDecrypt, CompactEncrypt } from "jose";
import { z } from "zod";
import { deriveKey } from "../../../people/session/cookie/derive-key.ts";

const header = { alg: "dir", enc: "A256GCM" } as const;
const form = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.number(),
  scope: z.string(),
  refresh_token: z.string(),
});

/** The tokens that a refresh token gave when it was used. */
export type Renewal = z.infer<typeof form>;

/**
 * A thief of the database has no refresh token, and a thief of an old refresh token has no SESSION_SECRET. Both are
 * needed.
 */
const key = (sessionSecret: string, refreshToken: string) => deriveKey(sessionSecret, `oauth-renewal.${refreshToken}`);

/** Seals the tokens that a refresh token gave, for a client that sends it again. */
export const sealRenewal = (sessionSecret: string, refreshToken: string, given: Renewal): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify(given)))
    .setProtectedHeader(header)
    .encrypt(key(sessionSecret, refreshToken));

/** The sealed tokens; null under another SESSION_SECRET. */
export async function openRenewal(
  sessionSecret: string,
  refreshToken: string,
  sealed: string,
): Promise<Renewal | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key(sessionSecret, refreshToken));
    return form.parse(JSON.parse(new TextDecoder().decode(plaintext)));
  } catch {
    return null;
  }
}
