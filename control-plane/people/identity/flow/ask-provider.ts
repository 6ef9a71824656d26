// Why: docs/decisions/openid-client-for-providers.md
import {
  authorizationCodeGrant,
  fetchUserInfo,
  type Configuration,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import type { App } from "../../../ground/app.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { providerAddresses } from "@ferrule/contract/sign-in/provider-addresses.ts";
import type { Flow } from "./flow-cookie.ts";
import { openProvider } from "../provider/open-provider.ts";
import { claimOf, readPerson, type Person } from "../provider/read-person.ts";

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** The person who signed in, and the tokens that the session keeps for the provider. */
export interface SignedInThere {
  person: Person;
  claimNames: string[];
  sid: string | null;
  idToken: string;
  refreshToken: string | null;
}

/** The provider's response, as the browser brought it back. */
export interface ProviderAnswer {
  state: string;
  code: string;
  iss?: string | undefined;
}

const mostSubject = 255;

/** The claims of the ID token. If a needed claim is missing, also those of the user info (Core, section 5.3). */
async function claimsOf(config: Configuration, tokens: Tokens, { claims: names }: ProviderRow) {
  const claims = tokens.claims();
  if (claims === undefined) throw new TypeError("There is no ID token.");
  const isWhole = [names.email, names.groups].every((name) => claimOf(claims, name) !== undefined);
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
}

/**
 * Exchanges the code of a sign-in. It checks the ID token's issuer, client, nonce, time and signature (OpenID Connect
 * Core, section 3.1.3.7), and the response's `state` and, if the provider sends it, `iss` (RFC 9207).
 * @throws the errors of `openid-client` and of the connection
 */
export async function askProvider(
  app: App,
  provider: ProviderRow,
  flow: Flow,
  { state, code, iss }: ProviderAnswer,
): Promise<SignedInThere> {
  const { config } = await openProvider(app, provider);
  const answer = new URLSearchParams({ state, code, ...(iss === undefined ? {} : { iss }) });
  const current = new URL(`${providerAddresses(app.settings.publicUrl).redirect}?${answer.toString()}`);
  const tokens = await authorizationCodeGrant(config, current, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  });
  const claims: Record<string, unknown> & { sub: string } = await claimsOf(config, tokens, provider);
  if (claims.sub.length > mostSubject) throw new TypeError("The subject is too long.");
  return {
    person: readPerson(provider, claims.sub, claims),
    claimNames: Object.keys(claims)
      .slice(0, 100)
      .map((name) => name.slice(0, 100)),
    sid: typeof claims["sid"] === "string" ? claims["sid"].slice(0, 500) : null,
    idToken: tokens.id_token ?? "",
    refreshToken: tokens.refresh_token ?? null,
  };
}
