import { identifier } from "@ferrule/kit/identifier.ts";
import { readRequiredTests } from "../../people/projects/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { enqueueJob } from "../../ground/jobs/queries/enqueue-job.ts";
import { deploymentOf } from "./deployment-of.ts";
import { nextNumber } from "./queries/next-number.ts";
import { readNotDeployed, appendLog, readDeployment } from "./queries/deployments.ts";
import { sayNotDeployed } from "./not-deployed.ts";
import { supersedeQueued } from "./supersede-queued.ts";
import { freeze } from "./queries/freeze.ts";

/** A build that no worker has claimed after ten minutes fails, so that nobody waits for ever. */
const claimWithinMs = 600_000;

/**
 * Freezes the drafts and queues their build. Returns 202 with the deployment `queued`. It supersedes a queued
 * deployment whose build has not begun.
 */
export const createDeployment: Handlers["createDeployment"] = async ({ scope, body, actor }) => {
  const { projectId } = scope;
  const id = identifier("dep");
  // From here on, one request runs at a time. So of two concurrent ones, the later supersedes the earlier.
  const number = await nextNumber(scope);
  await supersedeQueued(scope, number);
  const { message, commit = null } = body;
  const { development, production } = await readRequiredTests(scope);
  const runsTests = development || production;
  await freeze(scope, { id, number, message, commit, requestedBy: actor.userId, runsTests });
  await enqueueJob(scope, { projectId, kind: "build", payload: {}, deploymentId: id, claimWithinMs });
  await appendLog(scope, { id, projectId }, [{ level: "info", message: "Queued.", data: { stage: "queue" } }]);
  await sayNotDeployed(scope, id);
  const deployment = found(await readDeployment(scope, projectId, id));
  const notDeployed = await readNotDeployed(scope, id);
  const answer = { ...deploymentOf(deployment, actor.roles), notDeployed };
  return { answer, audit: { kind: "deployment", id, name: `#${number}`, ...(commit && { changes: { commit } }) } };
};
