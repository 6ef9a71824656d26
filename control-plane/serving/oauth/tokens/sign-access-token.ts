import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { claimsOfGiver } from "../consents/claims-of-giver.ts";
import { accessTokenMs } from "../limits.ts";
import type { ShownGrant } from "../queries/grants.ts";
import { currentSigner, signingAlgorithm } from "./signing-keys.ts";

/** The answer of the token endpoint (RFC 6749, section 5.1). */
export interface IssuedTokens {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  scope: string;
  refresh_token?: string;
}

/**
 * Signs an access token (RFC 9068) for the one address of the consent. `scopes` may be fewer than the
 * consent's.
 */
export async function signAccessToken(
  app: App,
  scope: InstallationScope,
  grant: ShownGrant,
  scopes: readonly string[],
): Promise<IssuedTokens> {
  const { kid, key } = await currentSigner(app, scope);
  const { sub, ...giver } = claimsOfGiver(grant);
  const claims = {
    client_id: grant.clientId,
    client_name: grant.clientName,
    scope: scopes.join(" "),
    gid: grant.id,
    ...(grant.endpointId === null ? {} : { eid: grant.endpointId }),
    ...giver,
  };
  const now = Math.floor(sharedNow() / 1_000);
  const accessToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: signingAlgorithm, kid, typ: "at+jwt" })
    .setIssuer(app.settings.publicUrl)
    .setSubject(sub ?? grant.clientId)
    .setAudience(grant.resource)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + accessTokenMs / 1_000)
    .sign(key);
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: accessTokenMs / 1_000,
    scope: scopes.join(" "),
  };
}
