import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { describePolicies } from "./describe-policies.ts";
import { listPoliciesOf } from "./queries.ts";

/** An endpoint's two policies, development first. */
export const listEndpointAuthPolicies: Handlers["listEndpointAuthPolicies"] = async ({ scope, params }) => {
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  return { items: await describePolicies(scope, await listPoliciesOf(scope, [endpoint.id])), nextCursor: null };
};
