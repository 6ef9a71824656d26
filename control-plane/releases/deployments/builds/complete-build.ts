import { readFrozen } from "../queries/freeze.ts";
import type { BuiltFunction, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { keepBuilds } from "../queries/build-results.ts";
import { keptBuilds, noteBuilds, type BuiltRevision } from "../queries/function-builds.ts";
import { forgetProblems, storeChecked } from "../../../authoring/functions/queries/functions.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import { endJob, type JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { assembleBuild, type BuiltDraft } from "./assemble-build.ts";
import { testsOfBuild, testsSentence, testsToRun } from "./tests-in-build.ts";
import { failDeployment } from "./fail-deployment.ts";
import { appendLog, updateDeployment } from "../queries/deployments.ts";
import type { DeploymentError } from "../../../ground/store/tables/deployments.ts";
import type { SentBuild } from "../../../ground/store/tables/jobs.ts";
import type { Snapshot, SnapshotFunction } from "../../../ground/store/tables/snapshot.ts";

const first = ({ diagnostics }: BuiltFunction): Diagnostic | undefined =>
  diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];

function buildError(slug: string, built: BuiltFunction): DeploymentError {
  const diagnostic = first(built);
  return {
    code: diagnostic?.code ?? "BUILD_FAILED",
    step: "build",
    message: `Function ${slug}: ${diagnostic?.message ?? "it could not be built."}`,
    file: `${slug}.ts`,
    line: diagnostic?.line ?? null,
  };
}

const libraryError = (name: string): DeploymentError => ({
  code: "LIBRARY_INTEGRITY",
  step: "build",
  message: `Library ${name} was fetched by two builds at once, which got different packages. Deploy again.`,
  file: null,
  line: null,
});

/** How many failed tests a deployment's log names, beside the first. */
const mostTold = 100;

const refuse = (path: string, message: string) => validationError([{ path, message }]);

/**
 * Accepts a build's result for a job that the caller has locked. An invalid Function or binding fails the deployment,
 * with every diagnostic in its log. Otherwise it stores the artifact and makes Development serve it, all in the
 * caller's transaction.
 * @throws PublicError VALIDATION_ERROR, with nothing changed, when the result does not belong to this build or the
 * worker has not uploaded a bundle.
 * @param differing Libraries that two builds fetched for the first time at once, where the other build's lock was kept.
 * A deployment must not contain a Library that no lock covers.
 */
export async function completeBuild(
  scope: InstallationScope,
  job: JobRow,
  functions: readonly BuiltFunction[],
  differing: readonly string[] = [],
): Promise<void> {
  const deployment = await readFrozen(scope, job.deploymentId);
  const { projectId } = deployment;
  const snapshot: Snapshot = deployment.snapshot ?? { functions: [], endpoints: [] };
  const { builder, contexts } = sentOf(job);
  const built = pairUp(
    contexts ? snapshot.functions.filter(({ id }) => contexts.has(id)) : snapshot.functions,
    functions,
  );
  const unsent = contexts ? snapshot.functions.filter(({ id }) => !contexts.has(id)) : [];
  const kept = await keptBuilds(scope, projectId, unsent);
  const found = [
    ...built.map(({ drafted: { id, slug }, result: { diagnostics } }) => ({ id, slug, diagnostics })),
    ...kept,
  ];
  await appendLog(scope, deployment, linesOf(found));
  const invalid = built.find(({ result }) => !result.valid);
  if (differing[0] !== undefined) {
    await failDeployment(scope, deployment, libraryError(differing[0]));
  } else if (invalid) {
    await failDeployment(scope, deployment, buildError(invalid.drafted.slug, invalid.result));
    await keepChecked(scope, projectId, built);
  } else if (!(await passesTests(scope, deployment, { snapshot, built }))) {
    await keepBuilds(scope, functions);
    await keepChecked(scope, projectId, built);
  } else {
    const parts = await assembleBuild(scope, deployment, { snapshot, built, kept });
    await keepBuilds(scope, functions);
    if (builder !== undefined) await noteBuilds(scope, projectId, builder, repeatable(built, contexts, parts));
    await keepChecked(scope, projectId, built);
    await forgetProblems(scope, projectId, kept);
  }
  await endJob(scope, job, { status: "succeeded" });
}

/** The Functions that the worker received, with the contexts of their builds; undefined: all of them. */
function sentOf(job: JobRow): { builder: string | undefined; contexts: Map<string, string> | undefined } {
  const { builder, sent = {} } = job.payload as SentBuild;
  if (builder === undefined) return { builder, contexts: undefined };
  const entries = Object.entries(sent).flatMap(([context, ids]) => ids.map((id) => [id, context] as const));
  return { builder, contexts: new Map(entries) };
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
  parts: ReadonlyMap<string, string>,
): BuiltRevision[] =>
  built.flatMap(({ drafted: { id, revision }, result: { buildKey: key } }) => {
    const [context, part] = [contexts?.get(id), parts.get(id)];
    return key === undefined || context === undefined || part === undefined
      ? []
      : [{ id, revision, context, key, part }];
  });

/** Each Function that the worker received with its result, in the snapshot's order. */
function pairUp(sent: readonly SnapshotFunction[], functions: readonly BuiltFunction[]): BuiltDraft[] {
  const results = new Map(functions.map((result) => [result.id, result]));
  if (results.size !== functions.length || results.size !== sent.length)
    throw refuse("body.result.functions", "must hold one result for each Function of the build");
  return sent.map((drafted) => {
    const result = results.get(drafted.id);
    if (!result) throw refuse("body.result.functions", `lacks the result of ${drafted.id}`);
    if (result.valid && result.bundleDigest === null)
      throw refuse("body.result.functions", `lacks the bundle of ${drafted.id}`);
    return { drafted, result };
  });
}

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
