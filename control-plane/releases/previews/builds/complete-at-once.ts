import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { Snapshot } from "../../../ground/store/tables/snapshot.ts";
import { storeBuilt } from "../../deployments/builds/assemble-build.ts";
import { readFrozenBuild } from "../../deployments/builds/frozen-build.ts";
import { listBuilt, readBuilt } from "../queries/preview-functions.ts";
import { endBuild } from "../queries/previews.ts";
import { assemblePreview } from "./assemble-preview.ts";
import { diagnosticsOf } from "./diagnostics-of.ts";

/**
 * Ends the build of a preview whose Functions are all built, by whichever version of the builder: it needs no worker.
 * @returns false, with nothing changed, when one is not
 */
export async function completeAtOnce(scope: ProjectScope, previewId: string, snapshot: Snapshot): Promise<boolean> {
  const { projectId } = scope;
  const frozen = await readFrozenBuild(scope, projectId, snapshot);
  const wanted = frozen.functions.map(({ drafted, context }) => ({ id: drafted.id, context }));
  const ids = await listBuilt(scope, previewId, { builder: undefined, wanted });
  if (ids.size < wanted.length) return false;
  const built = await storeBuilt(scope, projectId, []);
  const texts = await readBuilt(scope, previewId, snapshot.functions);
  const kept = snapshot.functions.map(({ id, slug, revision }) => ({ slug, revision, ...texts.get(id)! }));
  const diagnostics = diagnosticsOf({ built: [], unsent: snapshot.functions }, texts);
  const outcome = { built: 0, diagnostics, warnings: [] };
  await endBuild(scope, previewId, await assemblePreview(scope, projectId, { snapshot, built, kept }, outcome));
  return true;
}
