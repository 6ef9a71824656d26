import type { App } from "../../../ground/app.ts";
import type { Origin } from "../protocol/audit-oauth.ts";
import { exchangeCode } from "./exchange-code.ts";
import { grantByCompany } from "./grant-by-company.ts";
import { grantMachine } from "./grant-machine.ts";
import type { IssuedTokens } from "./sign-access-token.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import type { Input } from "../protocol/read-input.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import type { TokenOutcome, TokenRequest } from "./token-request.ts";

type Give = (app: App, asked: Input<"token">, origin: Origin) => Promise<TokenOutcome>;

const inTransaction =
  (give: (request: TokenRequest) => Promise<TokenOutcome>): Give =>
  (app, asked, origin) =>
    app.store.inInstallation((scope) => give({ app, scope, asked, origin }));

const usual: Record<string, Give> = {
  authorization_code: inTransaction(exchangeCode),
  refresh_token: inTransaction(refreshTokens),
  client_credentials: inTransaction(grantMachine),
};

/** RFC 7523, section 2.1, with an ID-JAG as the assertion. We offer it only while a provider may give consent. */
const byCompany = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const grantTypes: Record<string, Give> = { ...usual, [byCompany]: grantByCompany };

export const supportedGrantTypes = (takesAssertions: boolean): string[] =>
  Object.keys(takesAssertions ? grantTypes : usual);

/** Handles the token endpoint. Each change and its audit events are one transaction. @throws OauthError */
export async function giveTokens(app: App, asked: Input<"token">, origin: Origin): Promise<IssuedTokens> {
  if (asked.grant_type === undefined) throw new OauthError("invalid_request", "The grant_type is missing.");
  const give = Object.hasOwn(grantTypes, asked.grant_type) ? grantTypes[asked.grant_type] : undefined;
  if (give === undefined) throw new OauthError("unsupported_grant_type", "This grant_type is not supported.");
  const outcome = await give(app, asked, origin);
  if (outcome instanceof OauthError) throw outcome;
  return outcome;
}
