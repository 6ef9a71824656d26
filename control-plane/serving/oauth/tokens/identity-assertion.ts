// Why: docs/decisions/assertions-before-the-transaction.md
import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { decodeJwt, errors, jwtVerify } from "jose";
import { z } from "zod";
import type { App } from "../../../ground/app.ts";
import { openProvider } from "../../../people/identity/provider/open-provider.ts";
import { findProviderOfAssertions } from "../../../people/identity/queries/providers.ts";
import type { OpenIssuer } from "../../../people/identity/provider/read-issuer.ts";
import { readPerson, type Person } from "../../../people/identity/provider/read-person.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { tokenHash } from "../protocol/token-hash.ts";

/** The assertion of a company's provider: this client may call this endpoint in the name of this person. */
export interface IdentityAssertion {
  providerId: string;
  person: Person;
  clientId: string;
  resource: string;
  /** Null: the provider names none. */
  scope: string | null;
  /** Marks the assertion as used, until it has certainly expired. */
  sha256: string;
  expiresAt: Date;
}

/** Media type of the draft, section 3, which keeps any other token of the provider from being taken for one (RFC 8725, section 3.11). */
const type = "oauth-id-jag+jwt";
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** The clocks of machines may differ by this many seconds. */
const skewSeconds = 30;
/** The mark of a used assertion lasts as long as the assertion, so we limit that: no provider may fill the table. */
const longestMs = 3_600_000;

/** A name that may also come as a list with one element (RFC 7519, section 4.1.3). */
const only = z
  .union([z.string().min(1).max(2_000), z.tuple([z.string().min(1).max(2_000)])])
  .transform((value) => (typeof value === "string" ? value : value[0]));

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  aud: only,
  client_id: z.string().min(1).max(2_000),
  resource: only,
  jti: z.string().min(1).max(500),
  iat: z.number(),
  exp: z.number(),
  scope: z.string().max(4_000).optional(),
});

const invalid = (description: string) => new OauthError("invalid_grant", description);

async function issuerOf(app: App, assertion: string): Promise<ProviderRow> {
  let iss: unknown;
  try {
    ({ iss } = decodeJwt(assertion));
  } catch {
    throw invalid("The assertion is not a signed JWT.");
  }
  const issuer = typeof iss === "string" && iss.length <= 500 && iss.isWellFormed() && !iss.includes("\0") ? iss : "";
  const row = await app.store.inInstallation((scope) => findProviderOfAssertions(scope, issuer), { readOnly: true });
  if (row === undefined) throw invalid("No identity provider of this issuer may give consent here.");
  return row;
}

function problemOf(error: unknown): string | null {
  if (error instanceof errors.JWTExpired) return "The assertion has expired.";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "typ") return `The assertion must be of the type ${type}.`;
    if (error.claim === "aud") return "The assertion is for another authorization server.";
    if (error.claim === "nbf" || error.claim === "iat") return "The assertion is not valid yet.";
    return `The claim ${error.claim} of the assertion is missing or wrong.`;
  }
  // This failure concerns the provider's response, not the assertion: we could not get a key.
  if (error instanceof errors.JWKSTimeout || (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC"))
    return null;
  return error instanceof errors.JOSEError || error instanceof TypeError
    ? "No key of the provider has signed the assertion."
    : null;
}

async function verify(app: App, provider: ProviderRow, assertion: string) {
  const away = (cause: unknown) => {
    app.log.warn({ err: cause, provider: provider.name }, "the keys of an identity provider cannot be fetched");
    return new OauthError(
      "temporarily_unavailable",
      "The keys of the identity provider cannot be fetched just now.",
      503,
    );
  };
  let open: OpenIssuer;
  try {
    open = await openProvider(app, provider);
  } catch (error) {
    throw away(error);
  }
  try {
    const { payload } = await jwtVerify(assertion, open.keys, {
      typ: type,
      algorithms,
      issuer: provider.issuer,
      // Some write a server's address with a slash at the end.
      audience: [app.settings.publicUrl, `${app.settings.publicUrl}/`],
      requiredClaims: ["iat", "exp", "jti", "sub"],
      clockTolerance: skewSeconds,
      currentDate: sharedDate(),
    });
    return payload;
  } catch (error) {
    const problem = problemOf(error);
    throw problem === null ? away(error) : invalid(problem);
  }
}

/**
 * Reads an Identity Assertion JWT Authorization Grant (draft-ietf-oauth-identity-assertion-authz-grant, section 4.4;
 * RFC 7523, section 3): a provider that may give consent must have signed it for this server alone, and it must not
 * have expired. Whether it was used before, the transaction that uses it checks.
 * @throws OauthError invalid_grant, or temporarily_unavailable while we cannot get the provider's keys
 */
export async function readIdentityAssertion(app: App, assertion: string): Promise<IdentityAssertion> {
  const provider = await issuerOf(app, assertion);
  const payload = await verify(app, provider, assertion);
  const { data, success, error } = claims.safeParse(payload);
  if (!success) {
    throw invalid(`The claim ${String(error.issues[0]?.path[0] ?? "sub")} of the assertion is missing or malformed.`);
  }
  const texts = [data.sub, data.jti, data.client_id, data.resource];
  if (texts.some((text) => !text.isWellFormed() || text.includes("\0"))) throw invalid("The assertion is malformed.");
  const now = sharedNow();
  if (data.iat * 1_000 > now + skewSeconds * 1_000) throw invalid("The assertion is not valid yet.");
  if (data.exp * 1_000 > now + longestMs) throw invalid("The assertion may be valid for an hour at most.");
  // RFC 7800 binds an assertion to a key, so that a thief cannot use it. We do not check that key, so we refuse such
  // assertions.
  if (payload["cnf"] !== undefined) throw invalid("The assertion is bound to a key, which cannot be checked here.");
  return {
    providerId: provider.id,
    person: readPerson(provider, data.sub, payload),
    clientId: data.client_id,
    resource: data.resource,
    scope: data.scope ?? null,
    sha256: tokenHash(JSON.stringify(["id-jag", data.iss, data.jti])),
    expiresAt: new Date((data.exp + 2 * skewSeconds) * 1_000),
  };
}
