import { PublicError } from "@ferrule/contract/errors.ts";
import { isMutation } from "@ferrule/contract/operation.ts";
import { tokensEqual } from "@ferrule/kit/tokens-equal.ts";
import { csrfToken } from "../../../people/session/cookie/csrf-token.ts";
import type { Exchange } from "./exchange.ts";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether an origin is ours. On one machine, loopback addresses with the same port are equivalent. */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  if (origin === own.origin) return true;
  if (!URL.canParse(origin) || !loopback.has(own.hostname)) return false;
  const given = new URL(origin);
  return (
    given.origin === origin &&
    given.protocol === own.protocol &&
    given.port === own.port &&
    loopback.has(given.hostname)
  );
}

/**
 * Step 5: a mutation from a session must carry the session's CSRF token, compared in constant time. A request with a
 * bearer token needs none, because no browser sends that by itself. A sign-in has no session yet, so there a foreign
 * `Origin` is refused.
 */
export function requireCsrf({ operation, session, actor, request, app }: Exchange): void {
  if (!isMutation(operation)) return;
  if (operation.roles === "public") {
    const { origin } = request.headers;
    if (origin !== undefined && !isOwnOrigin(origin, app.settings.publicUrl)) {
      throw new PublicError("FORBIDDEN", "Sign in from the console's own page.");
    }
    return;
  }
  if (actor?.kind === "token") return;
  if (!session || !tokensEqual(request.headers["x-csrf-token"], csrfToken(app.settings.sessionSecret, session))) {
    throw new PublicError("CSRF_INVALID");
  }
}
