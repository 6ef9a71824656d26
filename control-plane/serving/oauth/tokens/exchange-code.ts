import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { createHash } from "node:crypto";
import { tokensEqual } from "@ferrule/kit/tokens-equal.ts";
import { auditedGrant, auditOauth } from "../protocol/audit-oauth.ts";
import { issueTokens } from "./issue-tokens.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { touchClient } from "../queries/clients.ts";
import { lockGrant, revokeGrant } from "../queries/grants.ts";
import { lockCode, useCode } from "../queries/tokens.ts";
import { requireLiveGrant } from "./require-live-grant.ts";
import { tokenHash } from "../protocol/token-hash.ts";
import type { TokenOutcome, TokenRequest } from "./token-request.ts";

const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

const invalid = (description: string) => new OauthError("invalid_grant", description);

/**
 * Exchanges an authorization code (OAuth 2.1, section 4.1.3). If a code comes a second time, one of the two senders has
 * stolen it, so we revoke everything that it gave.
 * @throws OauthError
 */
export async function exchangeCode(request: TokenRequest): Promise<TokenOutcome> {
  const { app, scope, asked, origin } = request;
  if (asked.code === undefined) throw new OauthError("invalid_request", "The code is missing.");
  if (asked.client_id === undefined) throw new OauthError("invalid_request", "The client_id is missing.");
  const code = await lockCode(scope, tokenHash(asked.code));
  if (code === undefined) throw invalid("There is no such code.");
  if (code.clientId !== asked.client_id) throw invalid("The code was given to another client.");
  if (code.usedAt !== null) {
    const grant = await lockGrant(scope, code.grantId);
    if (grant !== undefined && grant.revokedAt === null) {
      await revokeGrant(scope, grant.id);
      const changes = { reason: "an authorization code was used twice" };
      await auditOauth(scope, origin, { action: "oauth-grant.revoke", ...auditedGrant(grant), changes });
    }
    return invalid("The code was used before. Everything that it gave is revoked.");
  }
  if (code.expiresAt.getTime() <= sharedNow()) throw invalid("The code has expired.");
  if (asked.redirect_uri !== undefined && asked.redirect_uri !== code.redirectUri) {
    throw invalid("The redirect_uri is not the one that the code was sent to.");
  }
  if (asked.code_verifier === undefined) throw invalid("The code_verifier is missing (PKCE).");
  if (!verifierForm.test(asked.code_verifier) || !tokensEqual(challengeOf(asked.code_verifier), code.codeChallenge)) {
    throw invalid("The code_verifier does not match the code_challenge.");
  }
  const { grant } = await requireLiveGrant(request, code.grantId);
  await useCode(scope, code.sha256);
  await touchClient(scope, grant.clientId);
  await auditOauth(scope, origin, {
    action: "oauth-token.create",
    ...auditedGrant(grant),
    changes: { by: "authorization_code", scopes: grant.scopes },
  });
  return issueTokens(app, scope, grant, grant.scopes);
}
