import { oauthRoutes } from "@ferrule/contract/oauth-routes.ts";
import type { App } from "../../ground/app.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { areAssertionsTaken } from "../../people/identity/queries/providers.ts";
import { readBoundScopes } from "../../releases/deployments/queries/bound-scopes.ts";
import { resourceOf } from "./clients/find-target.ts";
import { supportedGrantTypes } from "./tokens/give-tokens.ts";
import {
  findResourceRow,
  isSignInOffered,
  listSomeResources,
  mayRegister,
  type Place,
  type ResourceRow,
} from "./queries/targets.ts";
import { scopesOf, scopesOfRules } from "./clients/scopes.ts";
import { signingAlgorithm } from "./tokens/signing-keys.ts";

/**
 * What clients read of the authorization server (RFC 8414). Null while no endpoint lets callers sign in: some clients
 * take its mere presence for a sign that every endpoint of the origin asks for it.
 */
export async function authorizationServer(app: App, scope: InstallationScope): Promise<object | null> {
  const { publicUrl } = app.settings;
  if (!(await isSignInOffered(scope))) return null;
  const takesAssertions = await areAssertionsTaken(scope);
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
    grant_types_supported: supportedGrantTypes(takesAssertions),
    // draft-ietf-oauth-identity-assertion-authz-grant, section 7.2: by this, clients of a company know that they may come with one.
    ...(takesAssertions
      ? { authorization_grant_profiles_supported: ["urn:ietf:params:oauth:grant-profile:id-jag"] }
      : {}),
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

/** Another issuer's tokens are asked for there; Ferrule has no part in it. */
async function describe(app: App, scope: InstallationScope, row: ResourceRow): Promise<object> {
  const { publicUrl } = app.settings;
  const { oauth: policy, jwt } = row.caller;
  const boundScopes = await readBoundScopes(scope, row);
  const scopes =
    policy === undefined
      ? [...new Set([...scopesOfRules(jwt?.rules ?? []), ...boundScopes.values()])]
      : scopesOf({ policy, boundScopes });
  return {
    resource: resourceOf(row, publicUrl),
    resource_name: row.name,
    authorization_servers: [jwt?.issuer ?? publicUrl],
    ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
    bearer_methods_supported: ["header"],
  };
}

/** What clients read of one endpoint (RFC 9728); null where callers have no tokens. */
export async function protectedResource(app: App, scope: InstallationScope, place: Place): Promise<object | null> {
  const row = await findResourceRow(scope, place);
  return row === undefined ? null : describe(app, scope, row);
}

/** The same at the root, which can describe one endpoint only. */
export async function onlyProtectedResource(app: App, scope: InstallationScope): Promise<object | null> {
  const [row, another] = await listSomeResources(scope);
  return row === undefined || another !== undefined ? null : describe(app, scope, row);
}
