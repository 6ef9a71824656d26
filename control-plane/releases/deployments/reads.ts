import { commitComparison } from "@ferrule/contract/commit-comparison.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { awaitInForce } from "./moves/await-in-force.ts";
import { deploymentOf } from "./deployment-of.ts";
import { listDeploymentRows, readNotDeployed, readDeployment } from "./queries/deployments.ts";
import { listLog, listRevisions } from "./queries/contents.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

/** The Project's deployments, newest first, each with its first changes. Clients poll this to see the state. */
export const listDeployments: Handlers["listDeployments"] = async (context) => {
  const { query, actor, projectId } = context;
  const { limit, cursor: _cursor, ...filters } = query;
  const { target = "", status = "", from = "", to = "" } = filters;
  const list = `deployments:${projectId}:${target}:${status}${from + to === "" ? "" : `:${from}:${to}`}`;
  const after = decodeCursor(query.cursor, list);
  if (after && !/^\d{1,9}$/.test(after[0] ?? "")) throw new PublicError("VALIDATION_ERROR");
  const below = after ? Number(after[0]) : null;
  const found = await context.read((scope) => listDeploymentRows(scope, filters, limit, below));
  await awaitInForce(context, found);
  const page = toPage(found, limit, list, (row) => [String(row.number)]);
  return { ...page, items: page.items.map((row) => deploymentOf(row, actor.roles)) };
};

async function readDetail(scope: ProjectScope, projectDeploymentId: string) {
  const row = found(await readDeployment(scope, scope.projectId, projectDeploymentId));
  const before = row.parentId === null ? undefined : await readDeployment(scope, scope.projectId, row.parentId);
  const comparisonUrl = commitComparison(before?.commit ?? null, row.commit);
  const lines = await listLog(scope, row.id);
  const log = lines.map(({ at, level, message, data }) => ({
    at: at.toISOString(),
    level,
    message,
    data: data ?? undefined,
  }));
  const functions = await listRevisions(scope, row.id);
  return { row, comparisonUrl, log, functions, notDeployed: await readNotDeployed(scope, row.id) };
}

/** One deployment with its log, oldest line first, the revisions of its Functions, and those that it leaves out. */
export const getDeployment: Handlers["getDeployment"] = async (context) => {
  const { params, actor, read } = context;
  const { row, ...detail } = await read((scope) => readDetail(scope, params.projectDeploymentId));
  await awaitInForce(context, [row]);
  return { ...deploymentOf(row, actor.roles), ...detail };
};
