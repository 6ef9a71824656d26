import { findTarget, type Target } from "./find-target.ts";
import { requireAdmitted } from "./find-client.ts";
import { isDocumentUrl } from "./client-document.ts";
import { OauthError } from "./oauth-error.ts";
import { findAnyClient } from "./queries/clients.ts";
import { lockGrant, type ShownGrant } from "./queries/grants.ts";
import type { TokenRequest } from "./token-request.ts";

/** A grant that still holds, and the endpoint that it is for, whose policy still takes its client. */
export interface LiveGrant {
  grant: ShownGrant;
  target: Target;
}

/**
 * Reads and locks a grant, and holds it to what the client says.
 * @throws OauthError invalid_grant or invalid_target
 */
export async function requireLiveGrant(
  { app, scope, asked }: Pick<TokenRequest, "app" | "scope" | "asked">,
  grantId: string,
): Promise<LiveGrant> {
  const grant = await lockGrant(scope, grantId);
  if (grant === undefined || grant.revokedAt !== null)
    throw new OauthError("invalid_grant", "The consent was revoked.");
  if (asked.resource !== undefined && asked.resource !== grant.resource) {
    throw new OauthError("invalid_target", "The consent is for another resource.");
  }
  const target = await findTarget(scope, app.settings.publicUrl, grant.resource);
  if (target?.endpointId !== grant.endpointId) {
    throw new OauthError("invalid_target", "Callers do not sign in at this resource any more.");
  }
  const { clientId } = grant;
  const row = isDocumentUrl(clientId) ? undefined : await findAnyClient(scope, clientId);
  if (row === undefined && !isDocumentUrl(clientId)) throw new OauthError("invalid_client", "There is no such client.");
  const place = row?.kind === "registered" ? { endpointId: row.endpointId!, environment: row.environment! } : null;
  requireAdmitted({ kind: row?.kind ?? "document", place }, target);
  return { grant, target };
}
