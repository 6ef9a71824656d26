import { readFrozen } from "../queries/freeze.ts";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { typedAsFrozen } from "../../../data/collections/typed-collections.ts";
import { listTypedConnections, usesSql } from "../../../data/connections/typed-connections.ts";
import { readSavedSources } from "../../../authoring/functions/queries/saved-sources.ts";
import { noteSent, type JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { buildContexts } from "./build-context.ts";
import { knownRevisions } from "../queries/function-builds.ts";
import { testsToRun } from "./tests-in-build.ts";
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
  const { functions, libraries = [], collections: frozen = [] } = snapshot;
  const tests = await testsToRun(scope, projectId, { snapshot, runsTests: deployment.runsTests });
  const collections = await typedAsFrozen({ tx: scope.tx, projectId }, frozen);
  const connections = await listTypedConnections({ tx: scope.tx, projectId });
  const contextOf = buildContexts(libraries, { collections, connections });
  const known = builder === undefined ? undefined : await knownRevisions(scope, projectId, builder);
  const sent = functions
    .map((drafted) => ({ drafted, context: contextOf(drafted.libraries ?? []) }))
    .filter(({ drafted: { id, revision }, context }) => {
      const held = known?.get(id);
      return held?.revision !== revision || held.context !== context || tests.of.has(id);
    });
  const byContext = Object.groupBy(sent, ({ context }) => context);
  const ids = Object.entries(byContext).map(([context, of = []]) => [context, of.map(({ drafted }) => drafted.id)]);
  await noteSent(scope, job.id, builder === undefined ? {} : { builder, sent: Object.fromEntries(ids) });

  const kept = functions.length - sent.length;
  const progress = { done: kept, total: functions.length, step: "building" };
  await updateDeployment(scope, deployment.id, { status: "building", started: true, progress });
  const attempt = job.attempt === 1 ? "" : `, attempt ${job.attempt} of ${job.maxAttempts}`;
  const message = `${sentence(job.workerId, sent.length, functions.length)}${attempt}.`;
  await appendLog(scope, deployment, [{ level: "info", message, data: { stage: "build" } }]);
  const sources = await readSavedSources(
    scope,
    projectId,
    sent.map(({ drafted }) => drafted),
  );
  return {
    functions: sent.map(({ drafted: { id, slug, revision, inputSchema, outputSchema, permissions, libraries } }) => {
      const source = sources.get(id) ?? "";
      return {
        id,
        slug,
        revision,
        source,
        inputSchema,
        outputSchema,
        permissions,
        libraries: libraries ?? [],
        ...(source.includes("collection") ? { collections } : {}),
        ...(usesSql(source) ? { connections } : {}),
        ...(tests.of.has(id) ? { tests: tests.of.get(id) } : {}),
      };
    }),
    ...(kept > 0 ? { kept } : {}),
    ...(tests.of.size > 0 ? { runTests: true } : {}),
    libraries: tests.libraries,
  };
}
