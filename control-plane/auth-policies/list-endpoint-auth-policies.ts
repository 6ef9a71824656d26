import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { findEndpoint } from "../runtime-endpoints/records.ts";
import { describePolicies } from "./describe-policies.ts";
import { listPoliciesOf } from "./records.ts";

/** An endpoint's two policies, development first (api-contract section 4). */
export const listEndpointAuthPolicies: Handler<Operations["listEndpointAuthPolicies"]> = async ({ scope, params }) => {
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  return { items: await describePolicies(scope, await listPoliciesOf(scope, [endpoint.id])), nextCursor: null };
};
