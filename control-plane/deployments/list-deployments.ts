import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { deploymentOf } from "./deployment-of.ts";
import { selectDeployments } from "./records.ts";

/** The Project's deployments, newest first: what clients poll for status. */
export const listDeployments: Handler<Operations["listDeployments"]> = async ({ scope, query, actor }) => {
  const { target, status, limit } = query;
  const list = `deployments:${scope.projectId}:${target ?? ""}:${status ?? ""}`;
  const after = decodeCursor(query.cursor, list);
  if (after && !/^\d{1,9}$/.test(after[0] ?? "")) throw new PublicError("VALIDATION_ERROR");
  let rows = selectDeployments(scope, scope.projectId)
    .orderBy("deployments.number", "desc")
    .limit(limit + 1);
  if (target) rows = rows.where("deployments.target", "=", target);
  if (status) rows = rows.where("deployments.status", "=", status);
  if (after) rows = rows.where("deployments.number", "<", Number(after[0]));
  const page = toPage(await rows.execute(), limit, list, (row) => [String(row.number)]);
  return { ...page, items: page.items.map((row) => deploymentOf(row, actor.roles)) };
};
