import type { Callers } from "../../../ground/ports/dependents.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { compareOpened } from "./compare-opened.ts";
import type { ArtifactChange } from "./pairs.ts";
import { asCalled, reachedBy } from "./reached-by.ts";
import { compareLibraries } from "./library-pins.ts";
import { openArtifact, type OpenArtifact } from "../artifacts/open-artifact.ts";
import { readPins } from "../queries/library-pins.ts";
import type { StoredArtifact } from "../queries/read-artifact.ts";
import type { DeploymentChange } from "../../../ground/store/tables/deployments.ts";

interface Served {
  deploymentId: string;
  artifact: StoredArtifact;
}

/** Says who may call these endpoints of the target, and which of its Functions a cron runs. */
export type FindCallers = (endpointIds: readonly string[]) => Promise<Callers>;

/**
 * Tells apart what breaks nobody, because nobody may call it. It reads the served endpoints and asks for callers only if
 * something may break.
 */
async function asCallersSee(
  changes: ArtifactChange[],
  was: OpenArtifact,
  findCallers: FindCallers,
): Promise<ArtifactChange[]> {
  const breaking = changes.filter((change) => change.breaking.length > 0);
  if (breaking.length === 0) return changes;
  const endpointIds = was.head.endpoints.map(([id]) => id);
  const functions = await was.functions(new Set(breaking.map(({ id }) => id)));
  const served = { functions, endpoints: await was.endpoints(new Set(endpointIds)) };
  const isReached = reachedBy(served, await findCallers(endpointIds));
  return changes.map((change) => asCalled(change, isReached(change)));
}

/** The changes when a deployment's artifact replaces the active one. The deployment stores them as its `changes`. */
export async function findChanges(
  scope: AnyScope,
  projectId: string,
  before: Served | null,
  after: Served,
  findCallers: FindCallers,
): Promise<DeploymentChange[]> {
  const libraries = compareLibraries(
    before ? await readPins(scope, projectId, before.deploymentId) : [],
    await readPins(scope, projectId, after.deploymentId),
  );
  if (before?.artifact.digest === after.artifact.digest) return libraries;
  const was = before && openArtifact(scope, before.artifact);
  const changes = await compareOpened(was, openArtifact(scope, after.artifact));
  return [...(was === null ? changes : await asCallersSee(changes, was, findCallers)), ...libraries];
}
