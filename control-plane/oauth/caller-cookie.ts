import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { deriveKey } from "../session/derive-key.ts";

const caller = z.object({
  providerId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** Verified by the provider; null where it says none, or has not verified it. */
  email: z.string().nullable(),
  name: z.string().nullable(),
});

/** Somebody without an account here, whom a provider signed in: an issuer and a subject (OpenID Connect Core, section 2). */
export type CallerFacts = z.infer<typeof caller>;

/** How long a caller can allow and end without signing in again. What they allowed lasts longer. */
export const callerMs = 3_600_000;
const algorithm = "HS256";
const key = (sessionSecret: string) => deriveKey(sessionSecret, "caller");

/** Signs who a caller is, for a cookie. It is signed with a key of its own, so it is no session of the management API. */
export const signCaller = (sessionSecret: string, given: CallerFacts): Promise<string> =>
  new SignJWT({ caller: given })
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime(new Date(Date.now() + callerMs))
    .sign(key(sessionSecret));

/** The caller; null where it was not signed here, or too long ago. */
export async function readCaller(sessionSecret: string, cookie: string | undefined): Promise<CallerFacts | null> {
  if (cookie === undefined) return null;
  try {
    const options = { algorithms: [algorithm], requiredClaims: ["exp"] };
    const { payload } = await jwtVerify(cookie, key(sessionSecret), options);
    return caller.parse(payload["caller"]);
  } catch {
    return null;
  }
}
