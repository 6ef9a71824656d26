import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { deriveKey } from "../../session/cookie/derive-key.ts";

const flow = z.object({
  providerId: z.string(),
  use: z.enum(["console", "callers"]),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});

/** A sign-in that is under way at a provider. The browser that began it keeps it in a cookie. */
export type Flow = z.infer<typeof flow>;

export const flowMs = 10 * 60_000;
const algorithm = "HS256";
const key = (sessionSecret: string) => deriveKey(sessionSecret, "provider-sign-in");

/** Signs a sign-in that begins, for a cookie: only the browser that began it can complete it. */
export const signFlow = (sessionSecret: string, given: Flow): Promise<string> =>
  new SignJWT({ flow: given })
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime(new Date(sharedNow() + flowMs))
    .sign(key(sessionSecret));

/** The sign-in that this browser began; null when it was not begun here, or too long ago. */
export async function readFlow(sessionSecret: string, cookie: string | undefined): Promise<Flow | null> {
  if (cookie === undefined) return null;
  try {
    const { payload } = await jwtVerify(cookie, key(sessionSecret), {
      algorithms: [algorithm],
      requiredClaims: ["exp"],
      currentDate: sharedDate(),
    });
    return flow.parse(payload["flow"]);
  } catch {
    return null;
  }
}
