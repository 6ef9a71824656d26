import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { extendTokenOfGrant } from "../../../people/account/queries.ts";
import { refreshTokenMs } from "../limits.ts";
import { isOfMachine, touchGrant, type ShownGrant } from "../queries/grants.ts";
import { insertRefreshToken } from "../queries/tokens.ts";
import { signAccessToken, type IssuedTokens } from "./sign-access-token.ts";
import { newToken, tokenHash } from "../protocol/token-hash.ts";

/**
 * Signs an access token and, if a person gave the consent, makes a refresh token. `scopes` may be fewer than the
 * consent's.
 */
export async function issueTokens(
  app: App,
  scope: InstallationScope,
  grant: ShownGrant,
  scopes: readonly string[],
): Promise<IssuedTokens> {
  const answer = await signAccessToken(app, scope, grant, scopes);
  await touchGrant(scope, grant.id);
  if (isOfMachine(grant) || grant.byCompany) return answer;
  const refreshToken = newToken("fer_ref_");
  const expiresAt = new Date(sharedNow() + refreshTokenMs);
  await insertRefreshToken(scope, { sha256: tokenHash(refreshToken), grantId: grant.id, expiresAt });
  if (grant.endpointId === null) await extendTokenOfGrant(scope, grant.id, expiresAt);
  return { ...answer, refresh_token: refreshToken };
}
