import type { Handlers } from "../../ground/handler/handler.ts";
import { newestPage } from "../../ground/handler/list-page.ts";
import { describePolicies } from "./describe-policies.ts";
import { listPolicyRows, listPoliciesOf } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";

/** The policies of every endpoint, those of the newest endpoint first. */
export const listAuthPolicies: Handlers["listAuthPolicies"] = ({ scope, query }) =>
  newestPage(
    query,
    `auth-policies:${scope.projectId}`,
    (...page) => listPolicyRows(scope, ...page),
    (rows) => describePolicies(scope, rows),
  );

/** An endpoint's two policies, development first. */
export const listEndpointAuthPolicies: Handlers["listEndpointAuthPolicies"] = async ({ scope, params }) => {
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  return { items: await describePolicies(scope, await listPoliciesOf(scope, [endpoint.id])), nextCursor: null };
};
