import type { BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import { endJob, type JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { PreviewOutcome } from "../../../ground/store/tables/previews.ts";
import type { Snapshot } from "../../../ground/store/tables/snapshot.ts";
import { storeBuilt, type PartDigests } from "../../deployments/builds/assemble-build.ts";
import { errorOf, receiveBuild, requireBundles, type ReceivedBuild } from "../../deployments/builds/received-build.ts";
import { keepBuilds } from "../../deployments/queries/build-results.ts";
import { noteBuilt, readBuilt } from "../queries/preview-functions.ts";
import { endBuild, lockBuilding, type EndedBuild } from "../queries/previews.ts";
import { assemblePreview } from "./assemble-preview.ts";
import { diagnosticsOf } from "./diagnostics-of.ts";

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
    : await assemblePreview(scope, projectId, { snapshot, built, kept: unsent }, outcome);
  await endBuild(scope, id, ended);
  await endJob(scope, job, { status: "succeeded" });
}
