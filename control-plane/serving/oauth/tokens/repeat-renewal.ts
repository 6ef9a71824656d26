import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { decodeJwt } from "jose";
import { openRenewal, type Renewal } from "./kept-renewal.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { lockRefreshToken, type RefreshTokenRow } from "../queries/tokens.ts";
import { signAccessToken } from "./sign-access-token.ts";
import type { LiveGrant } from "./require-live-grant.ts";
import { tokenHash } from "../protocol/token-hash.ts";
import type { TokenRequest } from "./token-request.ts";

/** Of one family within the overlap. Nobody who works as agreed comes near it. */
const mostRenewals = 100;

/**
 * What a refresh token that was used a moment ago has come to: the tokens of its family that are current. Each was locked on the way, so
 * that none is used meanwhile.
 * @throws OauthError where they cannot be told any more
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
 * Answers a request once more: with the same tokens, or, where it asks for other scopes than the request that got them, with another access
 * token beside the same refresh token.
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
