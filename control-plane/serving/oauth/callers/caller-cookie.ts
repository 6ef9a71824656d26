import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { jwtVerify, SignJWT } from "jose";
import { deriveKey } from "../../../people/session/cookie/derive-key.ts";

/** How long a caller can allow and end programs without signing in again. Their consents last longer. */
export const callerMs = 3_600_000;
const algorithm = "HS256";
const key = (sessionSecret: string) => deriveKey(sessionSecret, "caller");

/**
 * Signs the id of a caller's session for a cookie. It uses a key of its own, so the cookie opens no session of the
 * management API.
 */
export const signCaller = (sessionSecret: string, sessionId: string, expiresAt: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: algorithm })
    .setJti(sessionId)
    .setExpirationTime(expiresAt)
    .sign(key(sessionSecret));

/** The id of the session; null when the cookie was not signed here, or too long ago. */
export async function readCaller(sessionSecret: string, cookie: string | undefined): Promise<string | null> {
  if (cookie === undefined) return null;
  try {
    const options = { algorithms: [algorithm], requiredClaims: ["exp", "jti"] };
    const { payload } = await jwtVerify(cookie, key(sessionSecret), { ...options, currentDate: sharedDate() });
    return payload.jti ?? null;
  } catch {
    return null;
  }
}
