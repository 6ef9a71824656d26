import { z } from "zod";
import { managementServerPath } from "./management-server-path.ts";

/**
 * A route of the authorization server as data. An RFC defines its form, so it is not an operation of the management
 * API.
 */
export interface OauthRoute {
  method: "GET" | "POST";
  path: string;
  summary: string;
  /** No route here reads a cookie, so there is no session, no role and no cross-site forgery. */
  session: "none";
  /** The audit actions. Each event is written in the transaction of its change. */
  input: z.ZodObject | null;
  /** Actions of the audit events, each written in the transaction of its change. */
  audit: readonly string[];
}

const route = <const R extends OauthRoute>(entry: R): R => entry;
const value = z.string().min(1).max(4_000).optional();

/** Every route that OAuth clients call, at the origin of PUBLIC_URL. */
export const oauthRoutes = {
  getAuthorizationServer: route({
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    summary: "Metadata of the authorization server (RFC 8414)",
    session: "none",
    input: null,
    audit: [],
  }),
  getOpenidConfiguration: route({
    method: "GET",
    path: "/.well-known/openid-configuration",
    summary: "The same, where OpenID Connect clients look",
    session: "none",
    input: null,
    audit: [],
  }),
  getProtectedResource: route({
    method: "GET",
    path: "/.well-known/oauth-protected-resource/:kind/:environment/:project/:endpoint",
    summary: "Metadata of an endpoint that callers sign in to (RFC 9728)",
    session: "none",
    input: null,
    audit: [],
  }),
  getManagementServerResource: route({
    method: "GET",
    path: `/.well-known/oauth-protected-resource${managementServerPath}`,
    summary: "Metadata of the management MCP server, to which agents sign in (RFC 9728)",
    session: "none",
    input: null,
    audit: [],
  }),
  getOnlyProtectedResource: route({
    method: "GET",
    path: "/.well-known/oauth-protected-resource",
    summary: "The same, where the installation has exactly one such endpoint",
    session: "none",
    input: null,
    audit: [],
  }),
  getKeys: route({
    method: "GET",
    path: "/oauth/keys",
    summary: "The public keys of access tokens (RFC 7517)",
    session: "none",
    input: null,
    audit: [],
  }),
  authorize: route({
    method: "GET",
    path: "/oauth/authorize",
    summary: "Begins a sign-in: checks what the client asks for and shows the consent page (OAuth 2.1, section 4.1)",
    session: "none",
    input: z.object({
      response_type: value,
      client_id: value,
      redirect_uri: value,
      scope: value,
      state: value,
      code_challenge: value,
      code_challenge_method: value,
      resource: value,
    }),
    audit: [],
  }),
  token: route({
    method: "POST",
    path: "/oauth/token",
    summary:
      "Exchanges a code, a refresh token, a machine's assertion or one of the company's provider for an access token (OAuth 2.1, section 3.2)",
    session: "none",
    input: z.object({
      grant_type: value,
      client_id: value,
      code: value,
      redirect_uri: value,
      code_verifier: value,
      refresh_token: value,
      /** An identity assertion may name groups. */
      assertion: z.string().min(1).max(16_000).optional(),
      scope: value,
      resource: value,
      client_assertion: value,
      client_assertion_type: value,
    }),
    audit: ["oauth-token.create", "oauth-grant.create", "oauth-grant.revoke"],
  }),
  revoke: route({
    method: "POST",
    path: "/oauth/revoke",
    summary: "Revokes a token and all others of its consent (RFC 7009)",
    session: "none",
    input: z.object({
      token: value,
      token_type_hint: value,
      client_id: value,
      client_assertion: value,
      client_assertion_type: value,
    }),
    audit: ["oauth-grant.revoke"],
  }),
  register: route({
    method: "POST",
    path: "/oauth/register",
    summary: "Registers a client, where an endpoint's policy allows it (RFC 7591)",
    session: "none",
    input: z.object({
      redirect_uris: z.array(z.string().max(2_000)).min(1).max(20),
      client_name: z.string().max(200).optional(),
      grant_types: z.array(z.string().max(100)).max(10).optional(),
      response_types: z.array(z.string().max(100)).max(10).optional(),
      token_endpoint_auth_method: z.string().max(100).optional(),
    }),
    audit: ["oauth-client.create"],
  }),
  backchannelLogout: route({
    method: "POST",
    path: "/oauth/backchannel-logout",
    summary: "Ends the sessions that a company's provider says are over (OIDC Back-Channel Logout 1.0)",
    session: "none",
    input: z.object({ logout_token: z.string().min(1).max(16_000).optional() }),
    audit: ["auth.logout"],
  }),
} as const satisfies Record<string, OauthRoute>;

export type OauthRoutes = typeof oauthRoutes;
export type OauthRouteName = keyof OauthRoutes;
