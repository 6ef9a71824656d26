// Why: docs/decisions/own-authorization-server.md
import { oauthRoutes, type OauthRouteName } from "@ferrule/contract/sign-in/oauth-routes.ts";
import { endpointKinds, environments } from "@ferrule/contract/states.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Counter } from "prom-client";
import type { App } from "../../ground/app.ts";
import { clientAddress } from "../../ground/handler/client-address.ts";
import { toPublicError } from "../../ground/handler/to-public-error.ts";
import { endByLogoutToken } from "../../people/identity/end-by-logout-token.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { Origin } from "./protocol/audit-oauth.ts";
import { authorize } from "./consents/authorize.ts";
import { endCallers } from "./consents/end-callers.ts";
import { giveTokens } from "./tokens/give-tokens.ts";
import { authorizationServer, managementServerResource, onlyProtectedResource, protectedResource } from "./metadata.ts";
import { OauthError } from "./protocol/oauth-error.ts";
import { listSigningKeys } from "./queries/signing-keys.ts";
import { readInput } from "./protocol/read-input.ts";
import { refusalPage, refusalPolicy } from "./protocol/refusal-page.ts";
import { registerClient } from "./clients/register-client.ts";
import { revokeToken } from "./tokens/revoke-token.ts";

/** The answer of a route. `page`: the version for a person, if a browser asks for one. */
interface Answer {
  status: number;
  body: object | null;
  location?: string;
  cacheSeconds?: number;
}

interface Asking {
  app: App;
  request: FastifyRequest;
  origin: Origin;
}

type RouteHandler = (asking: Asking) => Promise<Answer>;

const known = (body: object | null): Answer => {
  if (body === null) throw new PublicError("NOT_FOUND");
  return { status: 200, body };
};

const reading =
  (read: (asking: Asking, scope: InstallationScope) => Promise<object | null>): RouteHandler =>
  async (asking) =>
    known(await asking.app.store.inInstallation((scope) => read(asking, scope), { readOnly: true }));

const readServer = reading(({ app }, scope) => authorizationServer(app, scope));

const handlers: Record<OauthRouteName, RouteHandler> = {
  getAuthorizationServer: readServer,
  getOpenidConfiguration: readServer,
  getProtectedResource: reading(async ({ app, request }, scope) => {
    const { project = "", endpoint = "", ...named } = request.params as Record<string, string>;
    const kind = endpointKinds.find((one) => one === named["kind"]);
    const environment = environments.find((one) => one === named["environment"]);
    if (kind === undefined || environment === undefined) return null;
    return protectedResource(app, scope, { kind, environment, project, endpoint });
  }),
  getManagementServerResource: reading(({ app }, scope) => managementServerResource(app, scope)),
  getOnlyProtectedResource: reading(({ app }, scope) => onlyProtectedResource(app, scope)),
  getKeys: async (asking) => ({
    ...(await reading(async (_, scope) => ({
      keys: (await listSigningKeys(scope)).map(({ publicJwk }) => publicJwk),
    }))(asking)),
    cacheSeconds: 300,
  }),
  authorize: async ({ app, request, origin }) => ({
    status: 302,
    body: null,
    location: await authorize(app, await readInput("authorize", request), origin),
  }),
  token: async ({ app, request, origin }) => ({
    status: 200,
    body: await giveTokens(app, await readInput("token", request), origin),
  }),
  revoke: async ({ app, request, origin }) => {
    await revokeToken(app, await readInput("revoke", request), origin);
    return { status: 200, body: null };
  },
  backchannelLogout: async ({ app, request, origin }) => {
    const { logout_token: token } = await readInput("backchannelLogout", request);
    if (token !== undefined && (await endByLogoutToken(app, token, origin, endCallers)))
      return { status: 200, body: null };
    throw new OauthError("invalid_request", "The logout token is missing, not valid, or was sent before.");
  },
  register: async ({ app, request, origin }) => ({
    status: 201,
    body: await registerClient(app, await readInput("register", request), origin),
  }),
};

/** Nothing here depends on a cookie, so pages of any origin may send requests. Clients in browsers need that. */
function allowAnyOrigin(reply: FastifyReply): void {
  reply.header("access-control-allow-origin", "*");
}

function send(reply: FastifyReply, { status, body, location, cacheSeconds }: Answer): FastifyReply {
  if (cacheSeconds !== undefined) reply.header("cache-control", `public, max-age=${cacheSeconds}`);
  if (location !== undefined) reply.header("location", location).header("referrer-policy", "no-referrer");
  reply.code(status);
  if (body === null) return reply.send();
  return reply.header("content-type", "application/json").send(JSON.stringify(body));
}

/** Sends an OAuth error in the form of RFC 6749, section 5.2; to a person's browser, a page. */
function sendRefusal(name: OauthRouteName, asking: Asking, reply: FastifyReply, error: OauthError): FastifyReply {
  reply.code(error.status);
  if (name === "authorize" && /\btext\/html\b/.test(asking.request.headers.accept ?? "")) {
    reply.header("content-security-policy", refusalPolicy).header("content-type", "text/html; charset=utf-8");
    return reply.send(refusalPage(error.message));
  }
  if (error.status === 429) reply.header("retry-after", "3600");
  const body = { error: error.code, error_description: error.message };
  return reply.header("content-type", "application/json").send(JSON.stringify(body));
}

/** Serves the routes that OAuth clients call, by their own table. */
export function registerOauthRoutes(server: FastifyInstance, app: App): void {
  const refusals = new Counter({
    name: "ferrule_oauth_refusals_total",
    help: "Requests of OAuth clients that were refused, by route and error.",
    labelNames: ["route", "error"],
    registers: [app.metrics],
  });
  for (const name of Object.keys(oauthRoutes) as OauthRouteName[]) {
    const { method, path } = oauthRoutes[name];
    server.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const ip = clientAddress(request.raw, app.settings.internalApiTokens);
        const origin = { requestId: request.id, ip, userAgent: request.headers["user-agent"] ?? null };
        const asking = { app, request, origin };
        if (name !== "authorize") allowAnyOrigin(reply);
        try {
          return send(reply, await handlers[name](asking));
        } catch (error) {
          if (error instanceof PublicError) throw error;
          if (!(error instanceof OauthError)) {
            const { status } = toPublicError(error);
            refusals.inc({ route: name, error: status >= 500 ? "server_error" : "invalid_request" });
            throw error;
          }
          refusals.inc({ route: name, error: error.code });
          return sendRefusal(name, asking, reply, error);
        }
      },
    });
    if (name === "authorize") continue;
    server.options(path, async (_request, reply) => {
      allowAnyOrigin(reply);
      reply.header("access-control-allow-methods", method).header("access-control-max-age", "600");
      return reply
        .header("access-control-allow-headers", "authorization, content-type, mcp-protocol-version")
        .code(204)
        .send();
    });
  }
}
