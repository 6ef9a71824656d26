import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { createLocalJWKSet, errors, jwtVerify } from "jose";
import { tokenHash } from "../protocol/token-hash.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { takeAssertion } from "../queries/tokens.ts";
import type { ClientRow } from "../../../ground/store/tables/oauth.ts";
import type { TokenRequest } from "./token-request.ts";

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const algorithms = ["ES256", "ES384", "PS256", "RS256", "EdDSA"];
const longestMs = 5 * 60_000;

const invalid = (description: string) => new OauthError("invalid_client", description);

/**
 * Authenticates a machine by a JWT that its private key signed (`private_key_jwt`: RFC 7523, section 3). The JWT must
 * be for this server, live at most five minutes, and come only once.
 * @throws OauthError invalid_client
 */
export async function requireAssertion(
  {
    app,
    scope,
    asked,
  }: Pick<TokenRequest, "app" | "scope"> & {
    asked: Pick<TokenRequest["asked"], "client_assertion" | "client_assertion_type">;
  },
  client: ClientRow,
): Promise<void> {
  const { publicUrl } = app.settings;
  if (asked.client_assertion_type !== assertionType || asked.client_assertion === undefined) {
    throw invalid("The client must authenticate itself with a client_assertion (private_key_jwt).");
  }
  try {
    const keys = createLocalJWKSet(client.jwks ?? { keys: [] });
    const { payload } = await jwtVerify(asked.client_assertion, keys, {
      algorithms,
      issuer: client.id,
      subject: client.id,
      audience: [publicUrl, `${publicUrl}/oauth/token`],
      requiredClaims: ["exp", "jti"],
      clockTolerance: 5,
      currentDate: sharedDate(),
    });
    const { exp = 0, jti = "" } = payload;
    const expiresAt = new Date((exp + 5) * 1_000);
    if (expiresAt.getTime() > sharedNow() + longestMs + 10_000) throw invalid("The assertion is valid for too long.");
    if (!(await takeAssertion(scope, tokenHash(JSON.stringify([client.id, jti])), expiresAt))) {
      throw invalid("The assertion was used before.");
    }
  } catch (error) {
    if (error instanceof OauthError) throw error;
    if (error instanceof errors.JWTExpired) throw invalid("The assertion has expired.");
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw invalid("The assertion is not valid.");
    throw error;
  }
}
