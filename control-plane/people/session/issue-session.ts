import type { ControlPlaneSettings } from "../../ground/settings.ts";
import type { SessionRow } from "./queries.ts";
import { csrfToken } from "./cookie/csrf-token.ts";
import type { Reply } from "../../ground/handler/handler.ts";
import { signSessionCookie } from "./cookie/session-cookie.ts";

/** Sends both cookies of a session with the answer, and returns its CSRF token. */
export async function issueSession(
  { sessionSecret }: Pick<ControlPlaneSettings, "sessionSecret">,
  reply: Reply,
  session: SessionRow,
): Promise<string> {
  const token = csrfToken(sessionSecret, session);
  const { expiresAt } = session;
  reply.cookies.push(
    { name: "session", value: await signSessionCookie(sessionSecret, session), expiresAt },
    { name: "csrf", value: token, expiresAt },
  );
  return token;
}

/** Removes both cookies from the browser. */
export function dropSession(reply: Reply): void {
  reply.cookies.push({ name: "session", value: null }, { name: "csrf", value: null });
}
