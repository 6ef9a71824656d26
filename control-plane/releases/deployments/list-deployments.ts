import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { awaitInForce } from "./moves/await-in-force.ts";
import { deploymentOf } from "./deployment-of.ts";
import { listDeploymentRows } from "./queries/deployments.ts";

/** The Project's deployments, newest first, each with its first changes. Clients poll this for status. */
export const listDeployments: Handlers["listDeployments"] = async (context) => {
  const { query, actor, projectId } = context;
  const { target, status, limit } = query;
  const list = `deployments:${projectId}:${target ?? ""}:${status ?? ""}`;
  const after = decodeCursor(query.cursor, list);
  if (after && !/^\d{1,9}$/.test(after[0] ?? "")) throw new PublicError("VALIDATION_ERROR");
  const below = after ? Number(after[0]) : null;
  const found = await context.read((scope) => listDeploymentRows(scope, { target, status }, limit, below));
  await awaitInForce(context, found);
  const page = toPage(found, limit, list, (row) => [String(row.number)]);
  return { ...page, items: page.items.map((row) => deploymentOf(row, actor.roles)) };
};
