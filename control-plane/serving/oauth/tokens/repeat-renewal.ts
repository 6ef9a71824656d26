import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { decodeJwt } from "jose";
import { openRenewal, type Renewal } from "./kept-renewal.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { lockRefreshToken, type RefreshTokenRow } from "../queries/tokens.ts";
import { signAccessToken } from "./sign-access-token.ts";
import type { LiveGrant } from "./require-live-grant.ts";
import { tokenHash } from "../protocol/token-hash.ts";
import type { TokenRequest } from "./token-request.ts";

/** The most repeated renewals of one family within the overlap. An honest client never comes near this. */
const mostRenewals = 100;

/**
 * The current tokens of the family of a refresh token that was used a moment ago. It locks each token on the way, so
 * that nobody uses one meanwhile.
 * @throws OauthError when they cannot be given any more
 */
export async function currentRenewal(
  { app, scope }: Pick<TokenRequest, "app" | "scope">,
  refreshToken: string,
  used: RefreshTokenRow,
): Promise<Renewal> {
  let [value, row]: [string, RefreshTokenRow | undefined] = [refreshToken, used];
  for (let renewals = 0; renewals < mostRenewals; renewals += 1) {
    const given = row.answer === null ? null : await openRenewal(app.settings.sessionSecret, value, row.answer);
    if (given === null) break;
    value = given.refresh_token;
    row = await lockRefreshToken(scope, tokenHash(value));
    if (row === undefined) break;
    if (row.usedAt === null) return given;
  }
  throw new OauthError("invalid_grant", "The refresh token was used before. Send the latest one.");
}

/**
 * Handles a repeated request. It returns the same tokens; if the request asks for other scopes than the first one, it
 * returns another access token with the same refresh token.
 */
export async function repeatRenewal(
  { app, scope }: Pick<TokenRequest, "app" | "scope">,
  grant: LiveGrant["grant"],
  current: Renewal,
  scopes: readonly string[],
): Promise<Renewal> {
  const left = (decodeJwt(current.access_token).exp ?? 0) - Math.ceil(sharedNow() / 1_000);
  if (current.scope === scopes.join(" ") && left > 0) return { ...current, expires_in: left };
  return { ...current, ...(await signAccessToken(app, scope, grant, scopes)), refresh_token: current.refresh_token };
}
