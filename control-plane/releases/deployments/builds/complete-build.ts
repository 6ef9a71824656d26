import { readFrozen } from "../queries/freeze.ts";
import type { BuiltFunction, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { keepBuilds } from "../queries/build-results.ts";
import { keptBuilds, noteBuilds, type BuiltRevision } from "../queries/function-builds.ts";
import { forgetProblems, storeChecked } from "../../../authoring/functions/queries/functions.ts";
import { endJob, type JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { declaredConnections } from "../artifacts/declared-connections.ts";
import { declaredSecrets } from "../artifacts/declared-secrets.ts";
import { activateArtifact } from "../moves/activate-artifact.ts";
import { assembleBuild, storeBuilt, type PartDigests } from "./assemble-build.ts";
import { failDeployment } from "./fail-deployment.ts";
import { testsOfBuild, testsSentence, testsToRun } from "./tests-in-build.ts";
import { appendLog, updateDeployment } from "../queries/deployments.ts";
import { errorOf, receiveBuild, requireBundles, type BuiltDraft } from "./received-build.ts";
import type { Snapshot } from "../../../ground/store/tables/snapshot.ts";
import type { KeptBuild } from "../queries/function-builds.ts";

/** How many failed tests a deployment's log names, beside the first. */
const mostTold = 100;

/**
 * Accepts a build's result for a job that the caller has locked. An invalid Function or binding fails the deployment,
 * with every diagnostic in its log. Otherwise it stores the artifact and makes Development serve it, all in the
 * caller's transaction.
 * @throws PublicError VALIDATION_ERROR, with nothing changed, when the result does not belong to this build or the
 * worker has not uploaded a bundle.
 * @param differing Libraries that two builds fetched for the first time at once, where the other build's lock was kept.
 */
export async function completeBuild(
  app: Pick<App, "dependents">,
  scope: InstallationScope,
  job: JobRow,
  functions: readonly BuiltFunction[],
  differing: readonly string[] = [],
): Promise<void> {
  const deployment = await readFrozen(scope, job.deploymentId);
  const { projectId } = deployment;
  const snapshot: Snapshot = deployment.snapshot ?? { functions: [], endpoints: [] };
  const { builder, contexts, built, unsent } = receiveBuild(job, snapshot, functions);
  const kept = await keptBuilds(scope, projectId, unsent);
  const found = [
    ...built.map(({ drafted: { id, slug }, result: { diagnostics } }) => ({ id, slug, diagnostics })),
    ...kept,
  ];
  await appendLog(scope, deployment, linesOf(found));
  const error = errorOf(built, differing);
  if (error) await failDeployment(scope, deployment, error);
  else {
    await requireBundles(scope, built);
    await keepBuilds(scope, functions);
    if (await passesTests(scope, deployment, { snapshot, built })) {
      const parts = await storeBuilt(scope, projectId, built);
      await activateBuild(app, scope, deployment, { snapshot, built: parts, kept });
      if (builder !== undefined) await noteBuilds(scope, projectId, builder, repeatable(built, contexts, parts));
    }
  }
  if (differing.length === 0) await keepChecked(scope, projectId, built);
  if (!error) await forgetProblems(scope, projectId, kept);
  await endJob(scope, job, { status: "succeeded" });
}

/** Makes Development serve a build. If nobody could call one of the bindings, it fails the deployment instead. */
async function activateBuild(
  app: Pick<App, "dependents">,
  scope: InstallationScope,
  deployment: { id: string; projectId: string },
  build: { snapshot: Snapshot; built: PartDigests; kept: readonly KeptBuild[] },
): Promise<void> {
  await appendLog(scope, deployment, [
    { level: "info", message: "Checks what the bindings call.", data: { stage: "check" } },
  ]);
  const { head, errors, warnings } = await assembleBuild(scope, deployment.projectId, build);
  await appendLog(scope, deployment, [
    ...warnings.map((message) => ({ level: "warn" as const, message })),
    ...errors.slice(1).map(({ message }) => ({ level: "error" as const, message })),
  ]);
  if (errors[0]) await failDeployment(scope, deployment, errors[0]);
  if (head === null) return;
  await activateArtifact(app, scope, deployment, head, {
    secretNames: declaredSecrets(build.snapshot),
    connectionNames: declaredConnections(build.snapshot),
  });
}

/** The findings in the sources as lines of the deployment's log, ordered by the Functions' ids. */
const linesOf = (found: readonly { id: string; slug: string; diagnostics: readonly Diagnostic[] }[]) =>
  found
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ slug, diagnostics }) =>
      diagnostics.map(({ severity, message, line, column, code }) => ({
        level: severity === "error" ? ("error" as const) : ("warn" as const),
        message: `${slug}.ts:${line}:${column} ${message}`,
        data: { code, file: `${slug}.ts`, line, column },
      })),
    );

/** The results that later deployments can reuse, so that they need not send these revisions again. */
const repeatable = (
  built: readonly BuiltDraft[],
  contexts: ReadonlyMap<string, string> | undefined,
  parts: PartDigests,
): BuiltRevision[] =>
  built.flatMap(({ drafted: { id, revision }, result: { buildKey: key } }) => {
    const [context, part] = [contexts?.get(id), parts.get(id)];
    return key === undefined || context === undefined || part === undefined
      ? []
      : [{ id, revision, context, key, part }];
  });

/** A draft that somebody edited since keeps the findings for its own text. */
async function keepChecked(scope: InstallationScope, projectId: string, built: readonly BuiltDraft[]): Promise<void> {
  const checked = built.map(({ drafted: { id: functionId, revision }, result }) => ({ functionId, revision, result }));
  await storeChecked(scope, projectId, checked);
}

/** Stores the outcome of the tests, and fails the deployment unless they pass or it does not run any. */
async function passesTests(
  scope: InstallationScope,
  { id, projectId, runsTests }: { id: string; projectId: string; runsTests: boolean },
  { snapshot, built }: { snapshot: Snapshot; built: readonly BuiltDraft[] },
): Promise<boolean> {
  if (!runsTests) return true;
  const deployment = { id, projectId };
  const { of } = await testsToRun(scope, projectId, { snapshot, runsTests });
  const { counts, failures } = testsOfBuild(new Set(of.keys()), built);
  const level = counts.failed === 0 ? "info" : "warn";
  await updateDeployment(scope, deployment.id, { tests: counts });
  await appendLog(scope, deployment, [{ level, message: testsSentence(counts) }]);
  const [first, ...others] = failures;
  if (first === undefined) return true;
  await appendLog(
    scope,
    deployment,
    others
      .slice(0, mostTold)
      .map(({ code, message, file, line }) => ({ level: "error", message, data: { code, file, line } })),
  );
  await failDeployment(scope, deployment, first);
  return false;
}
