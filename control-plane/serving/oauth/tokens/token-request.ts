import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { Origin } from "../protocol/audit-oauth.ts";
import type { IssuedTokens } from "./sign-access-token.ts";
import type { OauthError } from "../protocol/oauth-error.ts";
import type { Input } from "../protocol/read-input.ts";

/** A request of the token endpoint in its transaction. */
export interface TokenRequest {
  app: App;
  scope: InstallationScope;
  asked: Input<"token">;
  origin: Origin;
}

/**
 * The result of a grant type. If it returns an error, the transaction commits, because it revoked something; if it
 * throws one, everything is rolled back.
 */
export type TokenOutcome = IssuedTokens | OauthError;
