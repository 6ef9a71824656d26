import type { ConsentRequest } from "@ferrule/contract/resources/oauth.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { listProvidersFor } from "../../../people/identity/queries/providers.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { takesIssuer, type Target } from "../clients/find-target.ts";
import { redirectHostOf } from "../protocol/redirect-url.ts";
import { requireTicket } from "./require-ticket.ts";

/** Each provider once: where the endpoint takes its people without an account, they need none. */
async function providersFor(scope: InstallationScope, target: Target): Promise<ConsentRequest["providers"]> {
  const taken = (await listProvidersFor(scope, "callers")).filter(({ issuer }) => takesIssuer(target, issuer));
  const ids = new Set(taken.map(({ id }) => id));
  const others = (await listProvidersFor(scope, "console")).filter(({ id }) => !ids.has(id));
  return [
    ...taken.map(({ id, name }) => ({ id, name, use: "callers" as const })),
    ...others.map(({ id, name }) => ({ id, name, use: "console" as const })),
  ];
}

/** What the consent page says before somebody has signed in. Only who holds the signed request can ask. */
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
