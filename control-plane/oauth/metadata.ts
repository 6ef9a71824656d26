import { oauthRoutes } from "@ferrule/contract/oauth-routes.ts";
import type { App } from "../app.ts";
import type { InstallationScope } from "../store/scope.ts";
import { targetOf, type Target } from "./find-target.ts";
import { supportedGrantTypes } from "./give-tokens.ts";
import { findTargetRow, listSomeTargets, mayRegister, type Place } from "./queries/targets.ts";
import { scopesOf } from "./scopes.ts";
import { signingAlgorithm } from "./signing-keys.ts";

/**
 * What clients read of the authorization server (RFC 8414). Null while no endpoint lets callers sign in: some clients
 * take its mere presence for a sign that every endpoint of the origin asks for it.
 */
export async function authorizationServer(app: App, scope: InstallationScope): Promise<object | null> {
  const { publicUrl } = app.settings;
  if ((await listSomeTargets(scope)).length === 0) return null;
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + oauthRoutes.authorize.path,
    token_endpoint: publicUrl + oauthRoutes.token.path,
    revocation_endpoint: publicUrl + oauthRoutes.revoke.path,
    jwks_uri: publicUrl + oauthRoutes.getKeys.path,
    ...((await mayRegister(scope)) ? { registration_endpoint: publicUrl + oauthRoutes.register.path } : {}),
    scopes_supported: ["call"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: supportedGrantTypes,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
    token_endpoint_auth_signing_alg_values_supported: ["ES256", "ES384", "PS256", "RS256", "EdDSA"],
    revocation_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [signingAlgorithm],
  };
}

const described = ({ resource, name, policy }: Target, publicUrl: string) => ({
  resource,
  resource_name: name,
  authorization_servers: [publicUrl],
  scopes_supported: scopesOf(policy),
  bearer_methods_supported: ["header"],
});

/** What clients read of one endpoint (RFC 9728); null where callers do not sign in. */
export async function protectedResource(app: App, scope: InstallationScope, place: Place): Promise<object | null> {
  const row = await findTargetRow(scope, place);
  return row === undefined ? null : described(targetOf(row, app.settings.publicUrl), app.settings.publicUrl);
}

/** The same at the root, which can describe one endpoint only. */
export async function onlyProtectedResource(app: App, scope: InstallationScope): Promise<object | null> {
  const [row, another] = await listSomeTargets(scope);
  if (row === undefined || another !== undefined) return null;
  return described(targetOf(row, app.settings.publicUrl), app.settings.publicUrl);
}
