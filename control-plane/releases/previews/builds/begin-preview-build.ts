// Why: docs/decisions/previews-beside-development.md
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { readSavedSources } from "../../../authoring/functions/queries/saved-sources.ts";
import type { JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { readFrozenBuild, sendBuild } from "../../deployments/builds/frozen-build.ts";
import { lockBuilding } from "../queries/previews.ts";
import { listBuilt, readTexts } from "../queries/preview-functions.ts";

/**
 * Returns the Functions that the worker has to build, which has just claimed the build job of a preview: those of which
 * neither the preview nor a deployment has a build by `builder`, or all for a worker that does not name its builder.
 */
export async function beginPreviewBuild(
  scope: InstallationScope,
  job: JobRow,
  builder: string | undefined,
): Promise<Pick<BuildJob, "deploymentId" | "functions" | "kept" | "libraries">> {
  const { id, projectId, buildId, snapshot } = await lockBuilding(scope, job.previewId);
  const frozen = await readFrozenBuild(scope, projectId, snapshot);
  const wanted = frozen.functions.map(({ drafted, context }) => ({ id: drafted.id, context }));
  const built = builder === undefined ? undefined : await listBuilt(scope, id, { builder, wanted });
  const sent = frozen.functions.filter(({ drafted }) => built?.has(drafted.id) !== true);
  const texts = await readTexts(
    scope,
    id,
    sent.map(({ drafted }) => drafted.id),
  );
  const saved = sent.flatMap(({ drafted }) => (texts.has(drafted.id) ? [] : [drafted]));
  const sources = new Map([...(await readSavedSources(scope, projectId, saved)), ...texts]);
  return { deploymentId: buildId, ...(await sendBuild(scope, job, frozen, { builder, sent, sources })) };
}
