import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { describePolicies } from "./describe-policies.ts";
import { listPolicyRows, listPoliciesOf } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";

/** The policies of every endpoint, those of the newest endpoint first. */
export const listAuthPolicies: Handlers["listAuthPolicies"] = async ({ scope, query }) => {
  const list = `auth-policies:${scope.projectId}`;
  const rows = await listPolicyRows(scope, query.limit, decodeCursor(query.cursor, list)?.[0]);
  const page = toPage(rows, query.limit, list, ({ id }) => [id]);
  return { items: await describePolicies(scope, page.items), nextCursor: page.nextCursor };
};

/** An endpoint's two policies, development first. */
export const listEndpointAuthPolicies: Handlers["listEndpointAuthPolicies"] = async ({ scope, params }) => {
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  return { items: await describePolicies(scope, await listPoliciesOf(scope, [endpoint.id])), nextCursor: null };
};
