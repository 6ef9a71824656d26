import { z } from "zod";
import { operation } from "./operation.ts";
import { id, listOf, page, text } from "../resources/fields.ts";
import { agentScopes } from "../states.ts";
import {
  agentConsent,
  callerIssuer,
  changedOauthClient,
  newOauthClient,
  oauthClient,
  oauthConsent,
  oauthGrant,
} from "../resources/oauth.ts";

const keepers = ["owner", "admin"] as const;
const ofEndpoint = { tag: "Sign-in of callers", scope: "project", whenManaged: "allowed" } as const;
const ofPerson = { tag: "Sign-in of callers", scope: "installation", roles: "any", tokens: false } as const;
/** The value that `/oauth/authorize` passed to the consent page. */
const request = text(8_000, 1);

/** Clients, consents and grants of the authorization server. The routes for OAuth clients are in `oauth-routes.ts`. */
export const oauthOperations = {
  listCallerIssuers: operation({
    ...ofPerson,
    method: "GET",
    path: "/api/caller-issuers",
    summary: "List the providers that policies can admit",
    response: listOf(callerIssuer),
  }),
  listOauthClients: operation({
    ...ofEndpoint,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/oauth-clients",
    summary: "List the registered clients of an endpoint",
    roles: "any",
    query: z.strictObject(page),
    response: listOf(oauthClient),
  }),
  createOauthClient: operation({
    ...ofEndpoint,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/oauth-clients",
    summary: "Register a client that people sign in with, or a machine",
    roles: keepers,
    body: newOauthClient,
    response: oauthClient,
    status: 201,
    audit: "oauth-client.create",
    idempotent: true,
  }),
  getOauthClient: operation({
    ...ofEndpoint,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/oauth-clients/:clientId",
    summary: "Get a registered client",
    roles: "any",
    response: oauthClient,
  }),
  updateOauthClient: operation({
    ...ofEndpoint,
    method: "PATCH",
    path: "/api/runtime-endpoints/:endpointId/oauth-clients/:clientId",
    summary: "Change a registered client; what it was allowed stays",
    roles: keepers,
    body: changedOauthClient,
    response: oauthClient,
    audit: "oauth-client.update",
    ifMatch: true,
  }),
  deleteOauthClient: operation({
    ...ofEndpoint,
    method: "DELETE",
    path: "/api/runtime-endpoints/:endpointId/oauth-clients/:clientId",
    summary: "Remove a client and revoke all its tokens",
    description: "Within one second everywhere.",
    roles: keepers,
    response: null,
    audit: "oauth-client.delete",
  }),
  listEndpointOauthGrants: operation({
    ...ofEndpoint,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/oauth-grants",
    summary: "List who allowed which client to call an endpoint",
    roles: "any",
    query: z.strictObject(page),
    response: listOf(oauthGrant),
  }),
  deleteEndpointOauthGrant: operation({
    ...ofEndpoint,
    method: "DELETE",
    path: "/api/runtime-endpoints/:endpointId/oauth-grants/:grantId",
    summary: "Revoke all tokens of a consent, within one second everywhere",
    roles: keepers,
    response: null,
    audit: "oauth-grant.revoke",
  }),
  enableEndpointOauthGrant: operation({
    ...ofEndpoint,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/oauth-grants/:grantId/enable",
    summary: "Allow again what somebody here ended",
    description: "Of what the company's provider gave.",
    roles: keepers,
    response: oauthGrant,
    errors: ["INVALID_STATE"],
    audit: "oauth-grant.enable",
  }),
  getOauthConsent: operation({
    ...ofPerson,
    method: "GET",
    path: "/api/account/oauth-consent",
    summary: "What a client asks the signed-in person to allow",
    query: z.strictObject({ request }),
    response: oauthConsent,
    errors: ["NOT_FOUND", "INVALID_STATE"],
  }),
  createOauthGrant: operation({
    ...ofPerson,
    method: "POST",
    path: "/api/account/oauth-grants",
    summary: "Allow what a client asks for",
    body: z.strictObject({ request }),
    /** Where the browser goes next, with the authorization code. */
    response: z.object({ id: id("ogr"), redirectUrl: z.string() }),
    errors: ["NOT_FOUND", "INVALID_STATE"],
    audit: "oauth-grant.create",
  }),
  getAgentConsent: operation({
    ...ofPerson,
    method: "GET",
    path: "/api/account/agent-consent",
    summary: "Get what an agent's program asks a person to allow",
    description: "The signed-in person, on their Projects.",
    query: z.strictObject({ request }),
    response: agentConsent,
    errors: ["NOT_FOUND", "INVALID_STATE"],
  }),
  createAgentGrant: operation({
    ...ofPerson,
    method: "POST",
    path: "/api/account/agent-grants",
    summary: "Let an agent work on a Project over MCP",
    description: "With some of what it asks for.",
    body: z.strictObject({ request, projectId: text(128, 1), scopes: z.array(z.enum(agentScopes)).min(1).max(4) }),
    /** Where the browser goes next, with the authorization code. */
    response: z.object({ id: id("ogr"), redirectUrl: z.string() }),
    errors: ["NOT_FOUND", "INVALID_STATE"],
    audit: "oauth-grant.create",
  }),
  listOauthGrants: operation({
    ...ofPerson,
    method: "GET",
    path: "/api/account/oauth-grants",
    summary: "List what the signed-in person allowed",
    query: z.strictObject(page),
    response: listOf(oauthGrant),
  }),
  deleteOauthGrant: operation({
    ...ofPerson,
    method: "DELETE",
    path: "/api/account/oauth-grants/:grantId",
    summary: "End what the signed-in person allowed",
    description: "Within one second everywhere.",
    response: null,
    audit: "oauth-grant.revoke",
  }),
};
