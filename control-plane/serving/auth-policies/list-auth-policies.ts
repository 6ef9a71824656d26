import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { describePolicies } from "./describe-policies.ts";
import { listPolicyRows } from "./queries.ts";

/** The policies of every endpoint, those of the newest first. */
export const listAuthPolicies: Handlers["listAuthPolicies"] = async ({ scope, query }) => {
  const list = `auth-policies:${scope.projectId}`;
  const rows = await listPolicyRows(scope, query.limit, decodeCursor(query.cursor, list)?.[0]);
  const page = toPage(rows, query.limit, list, ({ id }) => [id]);
  return { items: await describePolicies(scope, page.items), nextCursor: page.nextCursor };
};
