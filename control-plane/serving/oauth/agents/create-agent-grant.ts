import { randomBytes } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { agentScopes } from "@ferrule/contract/states.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import { insertToken } from "../../../people/account/queries.ts";
import { holdOpenToAgents } from "../../../people/management-server/queries.ts";
import { codeMs, refreshTokenMs } from "../limits.ts";
import { redirectUrl } from "../protocol/redirect-url.ts";
import { newToken, tokenHash } from "../protocol/token-hash.ts";
import { insertGrant } from "../queries/grants.ts";
import { insertCode } from "../queries/tokens.ts";
import { requireAgentTicket } from "./require-agent-ticket.ts";

/**
 * Lets an agent work on one Project in the name of the signed-in user, with some of the scopes that its program asked
 * for, and never with a higher role than the user has now. What the agent does is checked as an API token's requests
 * are, so its consent has a token whose value nobody knows.
 */
export const createAgentGrant: Handlers["createAgentGrant"] = async ({ app, scope, actor, body }) => {
  const ticket = await requireAgentTicket(app, scope, body.request, { held: true });
  const { client, redirectUri, codeChallenge, state, resource } = ticket;
  if (!body.scopes.every((name) => ticket.scopes.includes(name)))
    throw validationError([{ path: "body.scopes", message: "may only name what the program asked for" }]);
  const { projectId } = body;
  if (!(await holdOpenToAgents(scope, projectId)))
    throw new PublicError("INVALID_STATE", "No agent may work on this Project. An owner can switch that on.");
  const { userId } = actor;
  // Each scope includes `read`.
  const scopes = agentScopes.filter((name) => name === "read" || body.scopes.includes(name));
  const place = { projectId, endpointId: null, environment: null, resource };
  const grant = await insertGrant(scope, { ...place, userId, clientId: client.id, clientName: client.name, scopes });
  await insertToken(scope, {
    userId,
    projectId,
    name: client.name,
    role: actor.role,
    prefix: "",
    sha256: tokenHash(randomBytes(32).toString("hex")),
    expiresAt: new Date(sharedNow() + refreshTokenMs),
    oauthGrantId: grant.id,
    scopes,
  });
  const code = newToken("fer_code_");
  const expiresAt = new Date(sharedNow() + codeMs);
  const kept = { sha256: tokenHash(code), grantId: grant.id, clientId: client.id };
  await insertCode(scope, { ...kept, redirectUri, codeChallenge, expiresAt });
  const after = { client: client.id, resource, scopes, redirectUri };
  return {
    answer: { id: grant.id, redirectUrl: redirectUrl(redirectUri, app.settings.publicUrl, state, { code }) },
    audit: { kind: "oauth-grant", id: grant.id, name: client.name, projectId, changes: { before: null, after } },
  };
};
