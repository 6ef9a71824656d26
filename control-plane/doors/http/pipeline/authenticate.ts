import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { createHash } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { agentRequest } from "../../../ground/handler/agent-request.ts";
import { findAskerOfToken, touchToken, type TokenAsker } from "../../../people/account/queries.ts";
import { findAskerOfAccessToken } from "../../../serving/oauth/agents/find-asker-of-access-token.ts";
import { findAskerOfSession, touchSession } from "../../../people/session/queries.ts";
import { cookieNames } from "../../../people/session/cookie/cookie-names.ts";
import type { Exchange } from "./exchange.ts";
import { mustChangePasswordNow } from "../../../people/session/must-change-password-now.ts";
import { lowerRole } from "../../../ground/handler/lower-role.ts";
import { readSessionCookie } from "../../../people/session/cookie/session-cookie.ts";
import { sessionLifetime } from "../../../people/session/session-lifetime.ts";

const bearerPattern = /^Bearer +(\S+) *$/i;
const tokenPattern = /^fer_pat_[A-Za-z0-9_-]{43}$/;

/** We write the time of the last activity once a minute, so that most reads cost no write. */
const isStale = (at: Date | null) => (at?.getTime() ?? 0) < sharedNow() - 60_000;

async function bySession(exchange: Exchange, cookie: string): Promise<void> {
  const { settings, store } = exchange.app;
  const read = await readSessionCookie(settings.sessionSecret, cookie);
  if (read === "invalid") throw new PublicError("UNAUTHENTICATED");
  if (read === "expired") throw new PublicError("SESSION_EXPIRED");
  const { idleMs } = sessionLifetime(settings);
  const found = await store.unscoped((reading) => findAskerOfSession(reading, read.sessionId, idleMs));
  if (!found) throw new PublicError("SESSION_EXPIRED");
  const { session, user } = found;
  if (isStale(session.lastSeenAt)) await store.inInstallation((scope) => touchSession(scope, session.id));
  exchange.session = session;
  exchange.user = user;
  exchange.actor = {
    kind: "user",
    userId: user.id,
    email: user.email,
    role: user.role,
    roles: [user.role],
    tokenProjectId: null,
    sessionId: session.id,
    tokenId: null,
    scopes: null,
  };
  exchange.project = found.project;
}

/** An access token of an agent opens nothing but the management MCP server. */
async function askerOf(app: Exchange["app"], value: string): Promise<TokenAsker | null> {
  if (!tokenPattern.test(value)) return agentRequest() === undefined ? null : findAskerOfAccessToken(app, value);
  const sha256 = createHash("sha256").update(value).digest("hex");
  return app.store.inInstallation((scope) => findAskerOfToken(scope, sha256), { readOnly: true });
}

async function byToken(exchange: Exchange, value: string): Promise<void> {
  const { store } = exchange.app;
  const found = await askerOf(exchange.app, value);
  if (!found) throw new PublicError("UNAUTHENTICATED");
  const { token, user } = found;
  if (isStale(token.lastUsedAt)) await store.inInstallation((scope) => touchToken(scope, token.id));
  exchange.user = user;
  exchange.actor = {
    kind: "token",
    userId: user.id,
    email: user.email,
    role: lowerRole(user.role, token.role),
    roles: [user.role, token.role],
    tokenProjectId: found.project?.id ?? null,
    sessionId: null,
    tokenId: token.id,
    scopes: token.scopes,
  };
  exchange.project = found.project;
}

/**
 * Step 1: finds the caller, by a session cookie or an API token. 400 for both at once; 401 UNAUTHENTICATED for neither,
 * or for one that we did not issue; 401 SESSION_EXPIRED for a session that has ended. A user who must choose a new
 * password gets 403 for almost everything else.
 */
export async function authenticate(exchange: Exchange): Promise<void> {
  const { operation, request, app } = exchange;
  if (operation.roles === "public") return;
  const cookie = request.cookies[cookieNames(app.settings).session];
  const bearer = bearerPattern.exec(request.headers.authorization ?? "")?.[1];
  if (cookie !== undefined && bearer !== undefined) {
    throw new PublicError("VALIDATION_ERROR", "Send a session cookie or an API token, not both.", {
      details: {
        issues: [{ path: "headers.authorization", message: "is not allowed together with a session cookie" }],
      },
    });
  }
  if (cookie !== undefined) await bySession(exchange, cookie);
  else if (bearer !== undefined) await byToken(exchange, bearer);
  else throw new PublicError("UNAUTHENTICATED");
  if (exchange.user?.status === "disabled") throw new PublicError("ACCOUNT_DISABLED");
  const { user, session } = exchange;
  if (user && mustChangePasswordNow(user, session) && operation.beforePasswordChange !== true) {
    throw new PublicError("PASSWORD_CHANGE_REQUIRED");
  }
}
