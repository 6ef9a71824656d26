import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { awaitInForce } from "./await-in-force.ts";
import { deploymentOf } from "./deployment-of.ts";
import { selectDeployments } from "./records.ts";

/** The Project's deployments, newest first: what clients poll for status. */
export const listDeployments: Handler<Operations["listDeployments"]> = async (context) => {
  const { query, actor, projectId } = context;
  const { target, status, limit } = query;
  const list = `deployments:${projectId}:${target ?? ""}:${status ?? ""}`;
  const after = decodeCursor(query.cursor, list);
  if (after && !/^\d{1,9}$/.test(after[0] ?? "")) throw new PublicError("VALIDATION_ERROR");
  const found = await context.read((scope) => {
    let rows = selectDeployments(scope, projectId)
      .orderBy("deployments.number", "desc")
      .limit(limit + 1);
    if (target) rows = rows.where("deployments.target", "=", target);
    if (status) rows = rows.where("deployments.status", "=", status);
    if (after) rows = rows.where("deployments.number", "<", Number(after[0]));
    return rows.execute();
  });
  await awaitInForce(context, found);
  const page = toPage(found, limit, list, (row) => [String(row.number)]);
  return { ...page, items: page.items.map((row) => deploymentOf(row, actor.roles)) };
};
