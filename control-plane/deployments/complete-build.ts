import { readFrozen } from "./queries/freeze.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { artifactManifest, type ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { BuiltFunction, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { keepBuilds } from "./queries/build-results.ts";
import { noteBuilds, storedBuilds } from "./queries/function-builds.ts";
import { storeChecked } from "../functions/queries/functions.ts";
import { endJob, type JobRow } from "../jobs/queries/jobs.ts";
import type { InstallationScope } from "../store/scope.ts";
import { activateArtifact } from "./activate-artifact.ts";
import { assembleArtifact } from "./assemble-artifact.ts";
import { checkBindings } from "./check-bindings.ts";
import { failDeployment } from "./fail-deployment.ts";
import { missingBundles } from "./queries/missing-bundles.ts";
import { appendLog } from "./queries/deployments.ts";
import type { DeploymentError } from "../store/tables/deployments.ts";
import type { SentBuild } from "../store/tables/jobs.ts";
import type { Snapshot } from "../store/tables/snapshot.ts";

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

function refuse(path: string, message: string): PublicError {
  return new PublicError("VALIDATION_ERROR", undefined, { details: { issues: [{ path, message }] } });
}

/**
 * Accepts a build's result for a job that is locked and held. An invalid Function or binding fails the deployment, with
 * every diagnostic in its log. Otherwise the artifact is stored and becomes what Development serves, all in the
 * caller's transaction.
 * @throws PublicError VALIDATION_ERROR, with nothing changed, when the result does not belong to this build or a bundle
 * was not uploaded.
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
  const snapshot: Snapshot = deployment.snapshot ?? { functions: [], endpoints: [] };
  const { builder, sent = {} } = job.payload as SentBuild;
  const contexts = new Map(Object.entries(sent).flatMap(([context, ids]) => ids.map((id) => [id, context])));
  const kept = await keptBuilds(scope, deployment.projectId, snapshot, builder === undefined ? undefined : contexts);
  const all = [...functions, ...kept];
  const built = pairUp(snapshot, all);
  await appendLog(
    scope,
    deployment,
    built.flatMap(({ slug, result }) =>
      result.diagnostics.map(({ severity, message, line, column, code }) => ({
        level: severity === "error" ? ("error" as const) : ("warn" as const),
        message: `${slug}.ts:${line}:${column} ${message}`,
        data: { code, file: `${slug}.ts`, line, column },
      })),
    ),
  );
  const invalid = built.find(({ result }) => !result.valid);
  if (differing[0] !== undefined) {
    await failDeployment(scope, deployment, libraryError(differing[0]));
  } else if (invalid) {
    await failDeployment(scope, deployment, buildError(invalid.slug, invalid.result));
    await keepChecked(scope, deployment.projectId, snapshot, functions);
  } else {
    await assemble(scope, deployment, snapshot, all);
    await keepBuilds(scope, functions);
    if (builder !== undefined) await noteBuilt(scope, deployment.projectId, builder, { snapshot, functions, contexts });
  }
  await endJob(scope, job, { status: "succeeded" });
}

/** The stored results of the Functions that the worker was not sent. */
async function keptBuilds(
  scope: InstallationScope,
  projectId: string,
  { functions }: Snapshot,
  sent: ReadonlyMap<string, string> | undefined,
): Promise<BuiltFunction[]> {
  if (sent === undefined) return [];
  const kept = functions.filter(({ id }) => !sent.has(id)).map(({ id }) => id);
  return kept.length === 0 ? [] : storedBuilds(scope, projectId, kept);
}

/** Notes the builds that can be repeated, so that the next deployment need not send these revisions. */
async function noteBuilt(
  scope: InstallationScope,
  projectId: string,
  builder: string,
  done: { snapshot: Snapshot; functions: readonly BuiltFunction[]; contexts: ReadonlyMap<string, string> },
): Promise<void> {
  const revisions = new Map(done.snapshot.functions.map(({ id, revision }) => [id, revision]));
  const built = done.functions.flatMap(({ id, buildKey: key }) => {
    const [revision, context] = [revisions.get(id), done.contexts.get(id)];
    return key === undefined || revision === undefined || context === undefined ? [] : [{ id, revision, context, key }];
  });
  await noteBuilds(scope, projectId, builder, built);
}

/** Each Function of the snapshot with its result, in the snapshot's order. */
function pairUp(snapshot: Snapshot, functions: readonly BuiltFunction[]): { slug: string; result: BuiltFunction }[] {
  const results = new Map(functions.map((result) => [result.id, result]));
  if (results.size !== functions.length || results.size !== snapshot.functions.length)
    throw refuse("body.result.functions", "must hold one result for each Function of the build");
  return snapshot.functions.map(({ id, slug }) => {
    const result = results.get(id);
    if (!result) throw refuse("body.result.functions", `lacks the result of ${id}`);
    if (result.valid && result.bundleDigest === null)
      throw refuse("body.result.functions", `lacks the bundle of ${id}`);
    return { slug, result };
  });
}

async function assemble(
  scope: InstallationScope,
  deployment: { id: string; projectId: string; number: number },
  snapshot: Snapshot,
  functions: readonly BuiltFunction[],
): Promise<void> {
  const digests = functions.flatMap(({ bundleDigest }) => bundleDigest ?? []);
  const missing = await missingBundles(scope, digests);
  if (missing.length > 0)
    throw refuse("body.result.functions", `needs bundles that were not uploaded: ${missing.join(", ")}`);
  const manifest: ArtifactManifest = artifactManifest.parse(
    assembleArtifact(deployment.projectId, snapshot, functions),
  );
  await appendLog(scope, deployment, [
    { level: "info", message: "Checks what the bindings call.", data: { stage: "check" } },
  ]);
  const { errors, warnings } = checkBindings(manifest);
  await appendLog(scope, deployment, [
    ...warnings.map((message) => ({ level: "warn" as const, message })),
    ...errors.slice(1).map(({ message }) => ({ level: "error" as const, message })),
  ]);
  const error = errors[0];
  if (error) {
    await failDeployment(scope, deployment, error);
    return;
  }
  await activateArtifact(scope, deployment, manifest);
  await keepChecked(scope, deployment.projectId, snapshot, functions);
}

/** A draft that was edited since keeps the findings for its own text. */
async function keepChecked(
  scope: InstallationScope,
  projectId: string,
  snapshot: Snapshot,
  functions: readonly BuiltFunction[],
): Promise<void> {
  const revisions = new Map(snapshot.functions.map(({ id, revision }) => [id, revision]));
  const checked = functions.map((result) => ({
    functionId: result.id,
    revision: revisions.get(result.id) ?? 0,
    result,
  }));
  await storeChecked(scope, projectId, checked);
}
