import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { auditedRevocation } from "./audited-revocation.ts";
import { endGrant, grantsOfEndpoint } from "../queries/grants.ts";

/** Revokes somebody's consent. It stays listed for 30 days. */
export const deleteEndpointOauthGrant: Handlers["deleteEndpointOauthGrant"] = async ({ scope, params }) => {
  const grant = found(await grantsOfEndpoint(scope, params.endpointId).lock(params.grantId));
  await endGrant(scope, grant);
  return { answer: undefined, audit: auditedRevocation(grant) };
};
