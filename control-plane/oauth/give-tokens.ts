import type { App } from "../app.ts";
import type { Origin } from "./audit-oauth.ts";
import { exchangeCode } from "./exchange-code.ts";
import { grantMachine } from "./grant-machine.ts";
import type { IssuedTokens } from "./issue-tokens.ts";
import { OauthError } from "./oauth-error.ts";
import type { Input } from "./read-input.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import type { TokenOutcome, TokenRequest } from "./token-request.ts";

const grantTypes: Record<string, (request: TokenRequest) => Promise<TokenOutcome>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  client_credentials: grantMachine,
};

export const supportedGrantTypes = Object.keys(grantTypes);

/** Answers the token endpoint in one transaction. @throws OauthError */
export async function giveTokens(app: App, asked: Input<"token">, origin: Origin): Promise<IssuedTokens> {
  if (asked.grant_type === undefined) throw new OauthError("invalid_request", "The grant_type is missing.");
  const give = Object.hasOwn(grantTypes, asked.grant_type) ? grantTypes[asked.grant_type] : undefined;
  if (give === undefined) throw new OauthError("unsupported_grant_type", "This grant_type is not offered.");
  const outcome = await app.store.inInstallation((scope) => give({ app, scope, asked, origin }));
  if (outcome instanceof OauthError) throw outcome;
  return outcome;
}
