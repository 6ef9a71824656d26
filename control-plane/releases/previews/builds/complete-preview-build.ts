import type { BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import { endJob, type JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { PreviewOutcome } from "../../../ground/store/tables/previews.ts";
import type { Snapshot } from "../../../ground/store/tables/snapshot.ts";
import { declaredConnections } from "../../deployments/artifacts/declared-connections.ts";
import { declaredSecrets } from "../../deployments/artifacts/declared-secrets.ts";
import { assembleBuild, storeBuilt, type PartDigests } from "../../deployments/builds/assemble-build.ts";
import { errorOf, receiveBuild, requireBundles, type ReceivedBuild } from "../../deployments/builds/received-build.ts";
import { digestOfParts } from "../../deployments/queries/artifact-parts.ts";
import { storeArtifact } from "../../deployments/queries/artifacts.ts";
import { keepBuilds } from "../../deployments/queries/build-results.ts";
import { noteBuilt, readBuilt, type BuiltText } from "../queries/preview-functions.ts";
import { endBuild, lockBuilding, type EndedBuild } from "../queries/previews.ts";

/** How many findings of a build are kept. */
const mostDiagnostics = 1_000;

/** What the build found in the sources, by slug. */
function diagnosticsOf({ built, unsent }: ReceivedBuild, kept: ReadonlyMap<string, BuiltText>) {
  const found = [
    ...built.map(({ drafted: { slug }, result }) => ({ slug, diagnostics: result.diagnostics })),
    ...unsent.map(({ id, slug }) => ({ slug, diagnostics: kept.get(id)?.diagnostics ?? [] })),
  ];
  return found
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
    .flatMap(({ slug, diagnostics }) => diagnostics.map((one) => ({ function: slug, ...one })))
    .slice(0, mostDiagnostics);
}

/** Stores the valid results, so that the next source need not have them built again. */
async function keepResults(
  scope: InstallationScope,
  { previewId, projectId }: { previewId: string; projectId: string },
  { builder, contexts, built }: ReceivedBuild,
): Promise<PartDigests> {
  const valid = built.filter(({ result }) => result.valid);
  await requireBundles(scope, valid);
  const parts = await storeBuilt(scope, projectId, valid);
  await keepBuilds(
    scope,
    valid.map(({ result }) => result),
  );
  if (builder === undefined) return parts;
  const noted = valid.flatMap(({ drafted: { id }, result: { buildKey: key } }) => {
    const [context, part] = [contexts?.get(id), parts.get(id)];
    return key === undefined || context === undefined || part === undefined ? [] : [{ id, context, key, part }];
  });
  await noteBuilt(scope, previewId, builder, noted);
  return parts;
}

/** Stores the artifact of a build without errors. If nobody could call one of the bindings, the build has failed. */
async function finish(
  scope: InstallationScope,
  projectId: string,
  build: Parameters<typeof assembleBuild>[2],
  outcome: PreviewOutcome,
): Promise<EndedBuild> {
  const { head, errors, warnings } = await assembleBuild(scope, projectId, build);
  const told = { ...outcome, warnings: [...errors.slice(1).map(({ message }) => message), ...warnings] };
  if (errors[0] || head === null) return { status: "failed", error: errors[0]!, outcome: told };
  const digest = await digestOfParts(scope, head);
  await storeArtifact(scope, digest, head, {
    secretNames: declaredSecrets(build.snapshot),
    connectionNames: declaredConnections(build.snapshot),
  });
  return { status: "serving", digest, outcome: told };
}

/**
 * Accepts a build's result for the job of a preview, which the caller has locked. After a failed build, the preview
 * keeps serving what it served.
 * @throws PublicError VALIDATION_ERROR, with nothing changed, when the result does not belong to this build or the
 * worker has not uploaded a bundle.
 * @param differing as of `completeBuild`
 */
export async function completePreviewBuild(
  scope: InstallationScope,
  job: JobRow,
  functions: readonly BuiltFunction[],
  differing: readonly string[],
): Promise<void> {
  const { id, projectId, snapshot: stored } = await lockBuilding(scope, job.previewId);
  const snapshot: Snapshot = stored ?? { functions: [], endpoints: [] };
  const received = receiveBuild(job, snapshot, functions);
  const kept = await readBuilt(scope, id, received.unsent);
  const diagnostics = diagnosticsOf(received, kept);
  const outcome: PreviewOutcome = { built: received.built.length, diagnostics, warnings: [] };
  const built = await keepResults(scope, { previewId: id, projectId }, received);
  const error = errorOf(received.built, differing);
  const unsent = received.unsent.map(({ id: functionId, slug, revision }) => {
    return { slug, revision, ...kept.get(functionId)! };
  });
  const ended: EndedBuild = error
    ? { status: "failed", error, outcome }
    : await finish(scope, projectId, { snapshot, built, kept: unsent }, outcome);
  await endBuild(scope, id, ended);
  await endJob(scope, job, { status: "succeeded" });
}
