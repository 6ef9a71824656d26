import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { jwtVerify, SignJWT } from "jose";
import { deriveKey } from "../../../people/session/derive-key.ts";

/** How long a caller can allow and end without signing in again. What they allowed lasts longer. */
export const callerMs = 3_600_000;
const algorithm = "HS256";
const key = (sessionSecret: string) => deriveKey(sessionSecret, "caller");

/** Signs which session of a caller it is, for a cookie. It is signed with a key of its own, so it is no session of the management API. */
export const signCaller = (sessionSecret: string, sessionId: string, expiresAt: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: algorithm })
    .setJti(sessionId)
    .setExpirationTime(expiresAt)
    .sign(key(sessionSecret));

/** The id of the session; null where it was not signed here, or too long ago. */
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
