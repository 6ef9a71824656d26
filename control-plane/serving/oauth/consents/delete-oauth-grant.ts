import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { listIdentities } from "../../../people/identity/queries/identities.ts";
import { auditedRevocation } from "./audited-revocation.ts";
import { endGrant, grantsOfUser } from "../queries/grants.ts";

/** Ends a consent of the signed-in user. It stays listed for 30 days. */
export const deleteOauthGrant: Handlers["deleteOauthGrant"] = async ({ scope, actor, params }) => {
  const user = { userId: actor.userId, identities: await listIdentities(scope, actor.userId) };
  const grant = found(await grantsOfUser(scope, user).lock(params.grantId));
  await endGrant(scope, grant);
  return { answer: undefined, audit: auditedRevocation(grant) };
};
