import { compactDecrypt, CompactEncrypt } from "jose";
import { z } from "zod";
import { deriveKey } from "../../../people/session/derive-key.ts";

const header = { alg: "dir", enc: "A256GCM" } as const;
const form = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.number(),
  scope: z.string(),
  refresh_token: z.string(),
});

/** What the use of a refresh token gave. */
export type Renewal = z.infer<typeof form>;

/** Who reads the database has no refresh token, and who has an old one has no SESSION_SECRET. */
const key = (sessionSecret: string, refreshToken: string) => deriveKey(sessionSecret, `oauth-renewal.${refreshToken}`);

/** Seals what a refresh token gave, for those who send it again. */
export const sealRenewal = (sessionSecret: string, refreshToken: string, given: Renewal): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify(given)))
    .setProtectedHeader(header)
    .encrypt(key(sessionSecret, refreshToken));

/** What it gave; null under another SESSION_SECRET. */
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
