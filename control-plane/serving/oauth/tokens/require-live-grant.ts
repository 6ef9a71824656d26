import { holdSought } from "../clients/find-sought.ts";
import { isResource, takesIssuer } from "../clients/find-target.ts";
import { requireAdmitted } from "../clients/find-client.ts";
import { holdGiver } from "../consents/hold-giver.ts";
import { isDocumentUrl } from "../protocol/client-document.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { holdAnyClient } from "../queries/clients.ts";
import { findGrant, lockGrant, type ShownGrant } from "../queries/grants.ts";
import type { TokenRequest } from "./token-request.ts";

/** A consent in force with every scope that its resource has now. The resource's policy still accepts the client. */
export interface LiveGrant {
  grant: ShownGrant;
  scopes: readonly string[];
}

const revoked = () => new OauthError("invalid_grant", "The consent was revoked.");

/**
 * Reads and locks a consent and everything that it depends on: its client, its giver, and the endpoint's policy. It
 * reads each under a lock, so none of them ends before the transaction does. The consent comes last, as in code that
 * ends consents.
 * @throws OauthError invalid_grant, invalid_client, unauthorized_client or invalid_target
 */
export async function requireLiveGrant(
  { app, scope, asked }: Pick<TokenRequest, "app" | "scope" | "asked">,
  grantId: string,
): Promise<LiveGrant> {
  const { publicUrl } = app.settings;
  const known = await findGrant(scope, grantId);
  if (known === undefined || known.revokedAt !== null) throw revoked();
  if (asked.resource !== undefined && !isResource(asked.resource, known.resource, publicUrl)) {
    throw new OauthError("invalid_target", "The consent is for another resource.");
  }
  const { clientId } = known;
  const row = isDocumentUrl(clientId) ? undefined : await holdAnyClient(scope, clientId);
  await holdGiver(scope, known);
  const target = await holdSought(scope, publicUrl, known);
  const grant = await lockGrant(scope, grantId);
  if (grant === undefined || grant.revokedAt !== null) throw revoked();
  if (target === null || target.endpointId !== grant.endpointId) {
    throw new OauthError("invalid_target", "Callers no longer sign in at this resource.");
  }
  if (grant.callerIssuer !== null && !takesIssuer(target, grant.callerIssuer)) {
    throw new OauthError("invalid_grant", "The endpoint no longer admits people of this identity provider.");
  }
  if (row === undefined && !isDocumentUrl(clientId)) throw new OauthError("invalid_client", "There is no such client.");
  const place = row?.kind === "registered" ? { endpointId: row.endpointId!, environment: row.environment! } : null;
  requireAdmitted({ kind: row?.kind ?? "document", place }, target);
  return { grant, scopes: target.scopes };
}
