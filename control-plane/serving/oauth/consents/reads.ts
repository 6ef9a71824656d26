import type { Handlers } from "../../../ground/handler/handler.ts";
import { newestPage } from "../../../ground/handler/list-page.ts";
import { grantsOfCaller, grantsOfEndpoint, grantsOfUser } from "../queries/grants.ts";
import { requireCaller } from "../callers/require-caller.ts";
import { toOauthGrant } from "../protocol/shown.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { findEndpoint } from "../../runtime-endpoints/queries.ts";
import { listIdentities } from "../../../people/identity/queries/identities.ts";
import { giverOfCaller, giverOfUser } from "./claims-of-giver.ts";
import { describeConsent } from "./describe-consent.ts";
import type { ConsentRequest } from "@ferrule/contract/resources/oauth.ts";
import { listProvidersFor } from "../../../people/identity/queries/providers.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { takesIssuer, type Target } from "../clients/find-target.ts";
import { redirectHostOf } from "../protocol/redirect-url.ts";
import { requireTicket } from "./require-ticket.ts";

/** A caller's consents in all Projects, newest first. */
export const listCallerGrants: Handlers["listCallerGrants"] = async ({ app, scope, callerCookie, query }) => {
  const caller = await requireCaller(app, scope, callerCookie);
  const list = `caller-grants:${JSON.stringify([caller.issuer, caller.subject])}`;
  return newestPage(query, list, grantsOfCaller(scope, caller).newest, (rows) => rows.map(toOauthGrant));
};

/** The consents for an endpoint, with their givers and clients, newest first. */
export const listEndpointOauthGrants: Handlers["listEndpointOauthGrants"] = async ({ scope, params, query }) => {
  const { id } = found(await findEndpoint(scope, params.endpointId));
  const list = `endpoint-oauth-grants:${id}`;
  return newestPage(query, list, grantsOfEndpoint(scope, id).newest, (rows) => rows.map(toOauthGrant));
};

/** The consents in all Projects that the signed-in user gave, or their company for them, newest first. */
export const listOauthGrants: Handlers["listOauthGrants"] = async ({ scope, actor, query }) => {
  const list = `oauth-grants:${actor.userId}`;
  const user = { userId: actor.userId, identities: await listIdentities(scope, actor.userId) };
  return newestPage(query, list, grantsOfUser(scope, user).newest, (rows) => rows.map(toOauthGrant));
};

/** The content of the consent page for a caller without an account. */
export const getCallerConsent: Handlers["getCallerConsent"] = async ({ app, scope, callerCookie, query }) =>
  describeConsent(app, scope, query.request, giverOfCaller(await requireCaller(app, scope, callerCookie)));

/** The providers, each once. If the endpoint accepts a provider's people without an account, they need none. */
async function providersFor(scope: InstallationScope, target: Target): Promise<ConsentRequest["providers"]> {
  const taken = (await listProvidersFor(scope, "callers")).filter(({ issuer }) => takesIssuer(target, issuer));
  const ids = new Set(taken.map(({ id }) => id));
  const others = (await listProvidersFor(scope, "console")).filter(({ id }) => !ids.has(id));
  return [
    ...taken.map(({ id, name }) => ({ id, name, use: "callers" as const })),
    ...others.map(({ id, name }) => ({ id, name, use: "console" as const })),
  ];
}

/** The content of the consent page before somebody has signed in. To get it, one needs the signed request. */
export const getConsentRequest: Handlers["getConsentRequest"] = async ({ app, scope, query }) => {
  const { ticket, target } = await requireTicket(app, scope, query.request);
  const { id, name, kind, host } = ticket.client;
  return {
    client: { id, name, kind, host },
    redirectHost: redirectHostOf(ticket.redirectUri),
    endpoint: { name: target.name, environment: target.environment, url: target.resource },
    providers: await providersFor(scope, target),
  };
};

/**
 * The content of the consent page for a user: the client, the endpoint, and the tools or routes that the client could
 * call there.
 */
export const getOauthConsent: Handlers["getOauthConsent"] = ({ app, scope, actor, query }) =>
  describeConsent(app, scope, query.request, giverOfUser(actor));
