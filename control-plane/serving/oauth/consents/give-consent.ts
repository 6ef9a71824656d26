import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { CallerFacts } from "../queries/caller-sessions.ts";
import { codeMs } from "../limits.ts";
import { insertGrant } from "../queries/grants.ts";
import { insertCode } from "../queries/tokens.ts";
import { redirectUrl } from "../protocol/redirect-url.ts";
import { requireTaken } from "./require-taken.ts";
import { requireTicket } from "./require-ticket.ts";
import { newToken, tokenHash } from "../protocol/token-hash.ts";

/**
 * Gives a client the requested access in the name of a user or a caller. Returns the address to which their browser
 * takes the code. The person must be held: a user by the pipeline, a caller by `requireCaller`.
 * @throws PublicError as `requireTicket` does
 */
export async function giveConsent(
  app: App,
  scope: InstallationScope,
  request: string,
  giver: { userId: string } | { userId: null; caller: CallerFacts },
) {
  const { ticket, target } = await requireTicket(app, scope, request, { held: true });
  if (giver.userId === null) requireTaken(target, giver.caller);
  const { client, scopes, redirectUri, codeChallenge, state } = ticket;
  const { projectId, endpointId, environment, resource } = target;
  const place = { projectId, endpointId, environment, resource };
  const grant = await insertGrant(scope, {
    ...place,
    ...giver,
    clientId: client.id,
    clientName: client.name,
    scopes,
  });
  const code = newToken("fer_code_");
  const expiresAt = new Date(sharedNow() + codeMs);
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
}
