import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { auditedRevocation } from "./audited-revocation.ts";
import { endGrant, grantsOfCaller } from "../queries/grants.ts";
import { requireCaller } from "../callers/require-caller.ts";

/** Ends a caller's consent. It stays listed for 30 days. */
export const deleteCallerGrant: Handlers["deleteCallerGrant"] = async ({ app, scope, callerCookie, params }) => {
  const caller = await requireCaller(app, scope, callerCookie);
  const grant = found(await grantsOfCaller(scope, caller).lock(params.grantId));
  await endGrant(scope, grant);
  return { answer: undefined, audit: { ...auditedRevocation(grant), by: caller.email } };
};
