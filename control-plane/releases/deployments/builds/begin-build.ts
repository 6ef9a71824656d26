import { readFrozen } from "../queries/freeze.ts";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { readSavedSources } from "../../../authoring/functions/queries/saved-sources.ts";
import type { JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { readFrozenBuild, sendBuild } from "./frozen-build.ts";
import { knownRevisions } from "../queries/function-builds.ts";
import { testsToRun, withTests } from "./tests-in-build.ts";
import type { Snapshot } from "../../../ground/store/tables/snapshot.ts";
import { appendLog, updateDeployment } from "../queries/deployments.ts";

function sentence(workerId: string | null, sent: number, all: number): string {
  const count = all === 1 ? "1 Function" : `${all} Functions`;
  return `Worker ${workerId} builds ${sent === all ? count : `${sent} of ${count}`}`;
}

/**
 * Marks the deployment of a build job that a worker has just claimed as `building`, and returns the Functions to build:
 * those without a stored build by `builder`, or all for a worker that does not name its builder.
 */
export async function beginBuild(
  scope: InstallationScope,
  job: JobRow,
  builder: string | undefined,
): Promise<Pick<BuildJob, "functions" | "kept" | "libraries" | "runTests">> {
  const deployment = await readFrozen(scope, job.deploymentId);
  const { projectId } = deployment;
  const snapshot: Snapshot = deployment.snapshot ?? { functions: [], endpoints: [] };
  const tests = await testsToRun(scope, projectId, { snapshot, runsTests: deployment.runsTests });
  const frozen = await readFrozenBuild(scope, projectId, snapshot);
  const known = builder === undefined ? undefined : await knownRevisions(scope, projectId, builder);
  const sent = frozen.functions.filter(({ drafted: { id, revision }, context }) => {
    const held = known?.get(id);
    return held?.revision !== revision || held.context !== context || tests.of.has(id);
  });
  const total = frozen.functions.length;
  const progress = { done: total - sent.length, total, step: "building" };
  await updateDeployment(scope, deployment.id, { status: "building", started: true, progress });
  const attempt = job.attempt === 1 ? "" : `, attempt ${job.attempt} of ${job.maxAttempts}`;
  const message = `${sentence(job.workerId, sent.length, total)}${attempt}.`;
  await appendLog(scope, deployment, [{ level: "info", message, data: { stage: "build" } }]);
  const drafts = sent.map(({ drafted }) => drafted);
  const sources = await readSavedSources(scope, projectId, drafts);
  return withTests(await sendBuild(scope, job, frozen, { builder, sent, sources }), tests);
}
