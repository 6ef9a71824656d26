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
 * What a grant type answers. An error that is returned lets the transaction stand, because something was revoked in it; one
 * that is thrown leaves nothing.
 */
export type TokenOutcome = IssuedTokens | OauthError;
