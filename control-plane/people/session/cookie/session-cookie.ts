import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { SessionRow } from "../queries.ts";
import { deriveKey } from "./derive-key.ts";

const algorithm = "HS256";
const payload = z.object({ sid: z.string(), uid: z.string(), exp: z.number() });

/** The session cookie: a signed JWS (RFC 7515) with the session id, the user, the active Project and the expiry. */
export const signSessionCookie = (
  sessionSecret: string,
  session: Pick<SessionRow, "id" | "userId" | "projectId" | "expiresAt">,
): Promise<string> =>
  new SignJWT({ sid: session.id, uid: session.userId, pid: session.projectId })
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime(session.expiresAt)
    .sign(deriveKey(sessionSecret, "session"));

/** `expired`: we signed it, but it has expired; `invalid`: we did not sign it. */
export type ReadSessionCookie = { sessionId: string } | "expired" | "invalid";

interface Verified {
  sessionSecret: string;
  sessionId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/**
 * Cookies that we have verified. A page makes some twenty requests with one, and each would cost two jobs in the thread
 * pool.
 */
const verifiedCookies = new LRUCache<string, Verified>({ max: 10_000 });

async function verify(sessionSecret: string, cookie: string): Promise<Verified> {
  const known = verifiedCookies.get(cookie);
  if (known?.sessionSecret === sessionSecret) return known;
  const verified = await jwtVerify(cookie, deriveKey(sessionSecret, "session"), {
    algorithms: [algorithm],
    requiredClaims: ["exp"],
    currentDate: sharedDate(),
  });
  const { sid: sessionId, exp: expiresAt } = payload.parse(verified.payload);
  const read = { sessionSecret, sessionId, expiresAt };
  verifiedCookies.set(cookie, read);
  return read;
}

export async function readSessionCookie(sessionSecret: string, cookie: string): Promise<ReadSessionCookie> {
  try {
    const { sessionId, expiresAt } = await verify(sessionSecret, cookie);
    return expiresAt * 1_000 > sharedNow() ? { sessionId } : "expired";
  } catch (error) {
    return error instanceof errors.JWTExpired ? "expired" : "invalid";
  }
}
