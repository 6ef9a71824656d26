import { findKey, toApiKey } from "../api-keys/queries.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findEndpoint, listServedEndpoints } from "../runtime-endpoints/queries.ts";
import { approvalsNeeded } from "./approvals-needed.ts";
import { decideCall, problemBefore } from "./decide-call.ts";
import { decideTokenCall } from "./decide-token-call.ts";
import { readBoundScopes, readServedTargets } from "../../releases/deployments/queries/bound-scopes.ts";
import { isServed } from "../../releases/deployments/queries/is-served.ts";
import { findPolicy } from "./queries.ts";

/** Check whether a caller may call a tool or route, and which rule decides. */
export const evaluateAuthPolicy: Handlers["evaluateAuthPolicy"] = async ({ app, scope, params, body }) => {
  const { environment, keyId, claims, origin, address, target } = body;
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const key = keyId === undefined ? null : found(await findKey(scope, endpoint.id, keyId));
  const policy = found(await findPolicy(scope, endpoint.id, environment));
  const served = await listServedEndpoints(scope, [endpoint.id]);
  const place = { projectId: scope.projectId, environment, endpointId: endpoint.id };
  const facts = {
    environment,
    publicOrigin: new URL(app.settings.publicUrl).origin,
    isDeployed: served.some((entry) => entry.environment === environment),
    status: endpoint.status,
    isStopped: policy.stoppedAt !== null,
    policy,
    origin,
    address,
  };
  const needed = target === undefined ? {} : { approvals: approvalsNeeded(policy.approvals, target) };
  if (claims !== undefined) {
    const inTheWay = problemBefore(facts, true);
    const names = await readServedTargets(scope, place);
    const boundScopes = await readBoundScopes(scope, place);
    const decided = decideTokenCall({
      caller: policy.caller,
      claims,
      served: names,
      boundScopes,
      target: target ?? null,
    });
    const rules = decided.rules.map(({ rule, allow }) => ({ rule, allow: [...allow] }));
    return { ...decided, rules, ...(inTheWay === null ? {} : { ...inTheWay, callable: [] }), ...needed };
  }
  const decided = decideCall({
    ...facts,
    key: key && toApiKey(key),
    target: target === undefined ? null : { name: target, isServed: await isServed(scope, { ...place, target }) },
  });
  return { ...decided, ...needed };
};
