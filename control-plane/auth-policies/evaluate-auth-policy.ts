import type { Operations } from "@ferrule/contract/operations.ts";
import { findKey, toApiKey } from "../api-keys/queries.ts";
import type { Handler } from "../http/handler/handler.ts";
import { found } from "../http/handler/not-found.ts";
import { findEndpoint, listServedEndpoints } from "../runtime-endpoints/queries.ts";
import { decideCall } from "./decide-call.ts";
import { isServed } from "../deployments/queries/is-served.ts";
import { findPolicy } from "./queries.ts";

/** Who is this caller, may it call this tool or route, and by which rule. */
export const evaluateAuthPolicy: Handler<Operations["evaluateAuthPolicy"]> = async ({ app, scope, params, body }) => {
  const { environment, keyId, origin, target } = body;
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const key = keyId === undefined ? null : found(await findKey(scope, endpoint.id, keyId));
  const policy = found(await findPolicy(scope, endpoint.id, environment));
  const served = await listServedEndpoints(scope, [endpoint.id]);
  return decideCall({
    environment,
    publicOrigin: new URL(app.settings.publicUrl).origin,
    isDeployed: served.some((entry) => entry.environment === environment),
    status: endpoint.status,
    policy,
    key: key && toApiKey(key),
    origin,
    target:
      target === undefined
        ? null
        : { name: target, isServed: await isServed(scope, { environment, endpointId: endpoint.id, target }) },
  });
};
