import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { unblockGrant } from "../queries/company-grants.ts";
import { grantsOfEndpoint } from "../queries/grants.ts";
import { statusOf, toOauthGrant } from "../protocol/shown.ts";

/**
 * Allows a consent again that the company gave and somebody here ended. Its tokens stay revoked. The provider's next
 * assertion creates another consent.
 */
export const enableEndpointOauthGrant: Handlers["enableEndpointOauthGrant"] = async ({ scope, params }) => {
  const grant = found(await grantsOfEndpoint(scope, params.endpointId).lock(params.grantId));
  const before = statusOf(grant);
  if (before !== "blocked") throw new PublicError("INVALID_STATE", "The consent is not blocked.");
  await unblockGrant(scope, grant.id);
  const answer = toOauthGrant({ ...grant, blockedAt: null });
  const { id, clientName: name, email } = grant;
  const changes = { before: { status: before, user: email }, after: { status: answer.status, user: email } };
  return { answer, audit: { kind: "oauth-grant", id, name, changes } };
};
