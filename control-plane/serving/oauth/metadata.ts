import { oauthRoutes } from "@ferrule/contract/sign-in/oauth-routes.ts";
import type { App } from "../../ground/app.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { areAssertionsTaken } from "../../people/identity/queries/providers.ts";
import { readBoundScopes } from "../../releases/deployments/queries/bound-scopes.ts";
import { agentScopes } from "@ferrule/contract/states.ts";
import { isAnyManagementServerOn } from "../../people/management-server/queries.ts";
import { managementResource, resourceOf } from "./clients/find-target.ts";
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
 * The metadata of the authorization server for clients (RFC 8414). Null while nobody can sign in to anything: some
 * clients conclude from its mere presence that every endpoint of the origin requires a sign-in.
 */
export async function authorizationServer(app: App, scope: InstallationScope): Promise<object | null> {
  const { publicUrl } = app.settings;
  const [toEndpoints, toManagement] = [await isSignInOffered(scope), await isAnyManagementServerOn(scope)];
  if (!toEndpoints && !toManagement) return null;
  const takesAssertions = await areAssertionsTaken(scope);
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + oauthRoutes.authorize.path,
    token_endpoint: publicUrl + oauthRoutes.token.path,
    revocation_endpoint: publicUrl + oauthRoutes.revoke.path,
    jwks_uri: publicUrl + oauthRoutes.getKeys.path,
    ...(toManagement || (await mayRegister(scope))
      ? { registration_endpoint: publicUrl + oauthRoutes.register.path }
      : {}),
    scopes_supported: [...(toEndpoints ? ["call"] : []), ...(toManagement ? agentScopes : [])],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: supportedGrantTypes(takesAssertions),
    // draft-ietf-oauth-identity-assertion-authz-grant, section 7.2: this tells clients of a company that they may bring
    // an assertion.
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

/** For tokens of another issuer, clients ask that issuer; Ferrule has no part in it. */
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

/** The metadata of one endpoint for clients (RFC 9728); null when its callers have no tokens. */
export async function protectedResource(app: App, scope: InstallationScope, place: Place): Promise<object | null> {
  const row = await findResourceRow(scope, place);
  return row === undefined ? null : describe(app, scope, row);
}

/** The metadata of the management MCP server; null while no Project has it on. */
export async function managementServerResource(app: App, scope: InstallationScope): Promise<object | null> {
  const { publicUrl } = app.settings;
  if (!(await isAnyManagementServerOn(scope))) return null;
  return {
    resource: managementResource(publicUrl),
    resource_name: "Ferrule",
    authorization_servers: [publicUrl],
    scopes_supported: agentScopes,
    bearer_methods_supported: ["header"],
  };
}

/** The same at the root, which can describe only one endpoint. */
export async function onlyProtectedResource(app: App, scope: InstallationScope): Promise<object | null> {
  const [row, another] = await listSomeResources(scope);
  return row === undefined || another !== undefined ? null : describe(app, scope, row);
}
