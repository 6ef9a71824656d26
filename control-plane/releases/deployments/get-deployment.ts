import { listLog, listRevisions } from "./queries/contents.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { awaitInForce } from "./moves/await-in-force.ts";
import { deploymentOf } from "./deployment-of.ts";
import { readNotDeployed, readDeployment } from "./queries/deployments.ts";

async function readDetail(scope: ProjectScope, projectDeploymentId: string) {
  const row = found(await readDeployment(scope, scope.projectId, projectDeploymentId));
  const lines = await listLog(scope, row.id);
  const log = lines.map(({ at, level, message, data }) => ({
    at: at.toISOString(),
    level,
    message,
    data: data ?? undefined,
  }));
  const functions = await listRevisions(scope, row.id);
  return { row, log, functions, notDeployed: await readNotDeployed(scope, row.id) };
}

/** One deployment with its log, oldest line first, the revisions of its Functions, and those that it leaves out. */
export const getDeployment: Handlers["getDeployment"] = async (context) => {
  const { params, actor, read } = context;
  const { row, ...detail } = await read((scope) => readDetail(scope, params.projectDeploymentId));
  await awaitInForce(context, [row]);
  return { ...deploymentOf(row, actor.roles), ...detail };
};
