import { basicScope, type OauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { agentScopes, type Environment } from "@ferrule/contract/states.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { GrantRow } from "../../../ground/store/tables/oauth.ts";
import { holdOpenToAgents, isAnyManagementServerOn } from "../../../people/management-server/queries.ts";
import { findTarget, isManagementServer, managementResource, type Target } from "./find-target.ts";
import { scopesOf } from "./scopes.ts";

/** A resource that a client may ask a person for: an endpoint, or the management MCP server. */
export interface Sought {
  resource: string;
  /** Null, as the environment: the management MCP server. The person says with their consent which Project is meant. */
  endpointId: string | null;
  environment: Environment | null;
  policy: Pick<OauthPolicy, "documents" | "registration" | "issuers">;
  /** Every scope that it has. */
  scopes: readonly string[];
  /** The scopes of a client that asks for none. */
  usual: readonly string[];
}

/** Agents are programs of people with an account here, of any maker: the person decides about each. */
const managementServer = (publicUrl: string): Sought => ({
  resource: managementResource(publicUrl),
  endpointId: null,
  environment: null,
  policy: { documents: true, registration: true, issuers: [] },
  scopes: agentScopes,
  usual: agentScopes,
});

const endpoint = (target: Target | null): Sought | null =>
  target && { ...target, scopes: scopesOf(target), usual: [basicScope] };

/** What a `resource` names (RFC 8707); null when nobody can sign in there. */
export async function findSought(
  scope: InstallationScope,
  publicUrl: string,
  resource: string | undefined,
): Promise<Sought | null> {
  if (resource === undefined || !isManagementServer(resource, publicUrl))
    return endpoint(await findTarget(scope, publicUrl, resource));
  return (await isAnyManagementServerOn(scope)) ? managementServer(publicUrl) : null;
}

/** The resource of a consent, held until the transaction ends; null when nobody can sign in there any more. */
export async function holdSought(
  scope: InstallationScope,
  publicUrl: string,
  { resource, endpointId, projectId }: Pick<GrantRow, "resource" | "endpointId" | "projectId">,
): Promise<Sought | null> {
  if (endpointId !== null) return endpoint(await findTarget(scope, publicUrl, resource, { held: true }));
  return (await holdOpenToAgents(scope, projectId)) ? managementServer(publicUrl) : null;
}
