import type { Handlers } from "../http/handler/handler.ts";
import { codeMs } from "./limits.ts";
import { insertGrant } from "./queries/grants.ts";
import { insertCode } from "./queries/tokens.ts";
import { redirectUrl } from "./redirect-url.ts";
import { requireTicket } from "./require-ticket.ts";
import { newToken, tokenHash } from "./token-hash.ts";

/** Allows what a client asks for, in the name of the signed-in person, and answers where their browser takes the code. */
export const createOauthGrant: Handlers["createOauthGrant"] = async ({ app, scope, actor, body }) => {
  const { ticket, target } = await requireTicket(app, scope, body.request);
  const { client, scopes, redirectUri, codeChallenge, state } = ticket;
  const { projectId, endpointId, environment, resource } = target;
  const place = { projectId, endpointId, environment, resource };
  const given = { ...place, userId: actor.userId, clientId: client.id, clientName: client.name, scopes };
  const grant = await insertGrant(scope, given);
  const code = newToken("fer_code_");
  const expiresAt = new Date(Date.now() + codeMs);
  const kept = {
    sha256: tokenHash(code),
    grantId: grant.id,
    clientId: client.id,
    redirectUri,
    codeChallenge,
    expiresAt,
  };
  await insertCode(scope, kept);
  const after = { client: client.id, resource, scopes, redirectUri };
  return {
    answer: { id: grant.id, redirectUrl: redirectUrl(redirectUri, app.settings.publicUrl, state, { code }) },
    audit: { kind: "oauth-grant", id: grant.id, name: client.name, projectId, changes: { before: null, after } },
  };
};
