import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { SessionRow } from "../session/records.ts";
import { deriveKey } from "./derive-key.ts";

const algorithm = "HS256";
const payload = z.object({ sid: z.string(), uid: z.string() });

/** The session cookie: a signed JWS (RFC 7515) with the session id, the user, the active Project and the expiry. */
export const signSessionCookie = (
  sessionSecret: string,
  session: Pick<SessionRow, "id" | "userId" | "projectId" | "expiresAt">,
): Promise<string> =>
  new SignJWT({ sid: session.id, uid: session.userId, pid: session.projectId })
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime(session.expiresAt)
    .sign(deriveKey(sessionSecret, "session"));

/** `expired`: we signed it, but its time is over; `invalid`: we did not sign this. */
export type ReadSessionCookie = { sessionId: string } | "expired" | "invalid";

export async function readSessionCookie(sessionSecret: string, cookie: string): Promise<ReadSessionCookie> {
  try {
    const verified = await jwtVerify(cookie, deriveKey(sessionSecret, "session"), {
      algorithms: [algorithm],
      requiredClaims: ["exp"],
    });
    return { sessionId: payload.parse(verified.payload).sid };
  } catch (error) {
    return error instanceof errors.JWTExpired ? "expired" : "invalid";
  }
}
