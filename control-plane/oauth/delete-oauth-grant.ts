import type { Handlers } from "../http/handler/handler.ts";
import { found } from "../http/handler/not-found.ts";
import { auditedRevocation } from "./audited-revocation.ts";
import { lockGrantOfUser, revokeGrant } from "./queries/grants.ts";

/** Ends what the signed-in person allowed. It stays listed for 30 days. */
export const deleteOauthGrant: Handlers["deleteOauthGrant"] = async ({ scope, actor, params }) => {
  const grant = found(await lockGrantOfUser(scope, actor.userId, params.grantId));
  await revokeGrant(scope, grant.id);
  return { answer: undefined, audit: auditedRevocation(grant) };
};
