import { z } from "zod";
import { operation } from "../operation.ts";
import { id, listOf, page, pathId, text } from "../resources/fields.ts";
import { newOauthClient, oauthClient, oauthConsent, oauthGrant } from "../resources/oauth.ts";

const params = z.strictObject({ endpointId: pathId });
const keepers = ["owner", "admin"] as const;
const ofEndpoint = { tag: "Sign-in of callers", scope: "project" } as const;
const ofPerson = { tag: "Sign-in of callers", scope: "installation", roles: "any", tokens: false } as const;
/** What `/oauth/authorize` handed to the consent page. */
const request = text(8_000, 1);

/** Clients, consents and grants of the authorization server. What OAuth clients themselves call is in `oauth-routes.ts`. */
export const oauthOperations = {
  listOauthClients: operation({
    ...ofEndpoint,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/oauth-clients",
    summary: "List the registered clients of an endpoint",
    roles: "any",
    params,
    query: z.strictObject(page),
    response: listOf(oauthClient),
    status: 200,
    audit: null,
  }),
  createOauthClient: operation({
    ...ofEndpoint,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/oauth-clients",
    summary: "Register a client that people sign in with, or a machine",
    roles: keepers,
    params,
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
    params: params.extend({ clientId: pathId }),
    response: oauthClient,
    status: 200,
    audit: null,
  }),
  deleteOauthClient: operation({
    ...ofEndpoint,
    method: "DELETE",
    path: "/api/runtime-endpoints/:endpointId/oauth-clients/:clientId",
    summary: "Remove a client and revoke all its tokens, within one second everywhere",
    roles: keepers,
    params: params.extend({ clientId: pathId }),
    response: null,
    status: 204,
    audit: "oauth-client.delete",
  }),
  listEndpointOauthGrants: operation({
    ...ofEndpoint,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/oauth-grants",
    summary: "List who allowed which client to call an endpoint",
    roles: "any",
    params,
    query: z.strictObject(page),
    response: listOf(oauthGrant),
    status: 200,
    audit: null,
  }),
  deleteEndpointOauthGrant: operation({
    ...ofEndpoint,
    method: "DELETE",
    path: "/api/runtime-endpoints/:endpointId/oauth-grants/:grantId",
    summary: "Revoke all tokens of a consent, within one second everywhere",
    roles: keepers,
    params: params.extend({ grantId: pathId }),
    response: null,
    status: 204,
    audit: "oauth-grant.revoke",
  }),
  getOauthConsent: operation({
    ...ofPerson,
    method: "GET",
    path: "/api/account/oauth-consent",
    summary: "What a client asks the signed-in person to allow",
    query: z.strictObject({ request }),
    response: oauthConsent,
    status: 200,
    errors: ["NOT_FOUND", "INVALID_STATE"],
    audit: null,
  }),
  createOauthGrant: operation({
    ...ofPerson,
    method: "POST",
    path: "/api/account/oauth-grants",
    summary: "Allow what a client asks for",
    body: z.strictObject({ request }),
    /** Where the browser goes on, with the authorization code. */
    response: z.object({ id: id("ogr"), redirectUrl: z.string() }),
    status: 200,
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
    status: 200,
    audit: null,
  }),
  deleteOauthGrant: operation({
    ...ofPerson,
    method: "DELETE",
    path: "/api/account/oauth-grants/:grantId",
    summary: "End what the signed-in person allowed, within one second everywhere",
    params: z.strictObject({ grantId: pathId }),
    response: null,
    status: 204,
    audit: "oauth-grant.revoke",
  }),
};
