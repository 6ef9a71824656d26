import type { Handlers } from "../../../ground/handler/handler.ts";
import { listProjectsOpenToAgents } from "../../../people/management-server/queries.ts";
import { redirectHostOf, redirectUrl } from "../protocol/redirect-url.ts";
import { requireAgentTicket } from "./require-agent-ticket.ts";

/** The content of the page on which a person lets an agent work in their name. */
export const getAgentConsent: Handlers["getAgentConsent"] = async ({ app, scope, query }) => {
  const { publicUrl } = app.settings;
  const { client, redirectUri, state, scopes, resource } = await requireAgentTicket(app, scope, query.request);
  const { id, name, kind, host } = client;
  const deny = { error: "access_denied", error_description: "The person did not allow it." };
  return {
    client: { id, name, kind, host },
    redirectHost: redirectHostOf(redirectUri),
    url: resource,
    scopes,
    projects: await listProjectsOpenToAgents(scope),
    denyUrl: redirectUrl(redirectUri, publicUrl, state, deny),
  };
};
