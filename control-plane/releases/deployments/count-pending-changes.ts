import { LRUCache } from "lru-cache";
import type { Handlers } from "../../ground/handler/handler.ts";
import { compareArtifacts } from "./comparing/compare-artifacts.ts";
import { draftArtifact } from "./artifacts/draft-artifact.ts";
import { compareLibraries } from "./comparing/library-pins.ts";
import { readServed } from "./artifacts/read-served.ts";
import { stateOf } from "./queries/state-of-drafts.ts";

/** The last count of each Project, with the state of the drafts to which it belongs. */
const counted = new LRUCache<string, { state: string; changes: number }>({ max: 2_000 });

/**
 * How many changes a deployment of the drafts would make, counted as in the preview. The count is cached until the
 * drafts or the active artifact change, so a console may ask every few seconds.
 */
export const countPendingChanges: Handlers["countPendingChanges"] = async ({ scope }) => {
  const { state, servedDeploymentId } = await stateOf(scope);
  const known = counted.get(scope.projectId);
  if (known?.state === state) return { changes: known.changes, servedDeploymentId };
  const served = await readServed(scope, "development");
  const { manifest, libraries, unknown } = await draftArtifact(scope, served);
  const changes =
    compareArtifacts(served?.manifest ?? null, manifest, unknown).length +
    compareLibraries(served?.libraries ?? [], libraries).length;
  counted.set(scope.projectId, { state, changes });
  return { changes, servedDeploymentId };
};
