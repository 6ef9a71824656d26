// Why: docs/decisions/incremental-deployments.md
import type { ArtifactHead } from "@ferrule/contract/internal/artifact.ts";
import type { BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { Snapshot, SnapshotFunction } from "../../../ground/store/tables/snapshot.ts";
import { activateArtifact } from "../moves/activate-artifact.ts";
import { endpointPart, functionPart } from "../artifacts/artifact-part.ts";
import { artifactEndpoints, artifactFunction, sortedCollections } from "../artifacts/assemble-artifact.ts";
import { checkBindings } from "../artifacts/check-bindings.ts";
import { declaredConnections } from "../artifacts/declared-connections.ts";
import { declaredSecrets } from "../artifacts/declared-secrets.ts";
import { failDeployment } from "./fail-deployment.ts";
import { readFacts, storeParts } from "../queries/artifact-parts.ts";
import { appendLog } from "../queries/deployments.ts";
import type { KeptBuild } from "../queries/function-builds.ts";
import { missingBundles } from "../queries/missing-bundles.ts";
import { awaitTarget } from "../queries/target-activation.ts";

/** A Function that the worker received, with its result. */
export interface BuiltDraft {
  drafted: SnapshotFunction;
  result: BuiltFunction;
}

interface Build {
  snapshot: Snapshot;
  built: readonly BuiltDraft[];
  /** The snapshot's Functions that the worker did not receive. */
  kept: readonly KeptBuild[];
}

/** @throws PublicError VALIDATION_ERROR when the worker has not uploaded a bundle */
async function requireBundles(scope: InstallationScope, built: readonly BuiltDraft[]): Promise<void> {
  const missing = await missingBundles(
    scope,
    built.flatMap(({ result }) => result.bundleDigest ?? []),
  );
  if (missing.length === 0) return;
  const message = `needs bundles that were not uploaded: ${missing.join(", ")}`;
  throw validationError([{ path: "body.result.functions", message }]);
}

/**
 * Puts the artifact of a build without errors together and activates it. If nobody could call one of the bindings, it
 * fails the deployment instead. It neither reads nor stores again the Functions that the worker did not receive.
 * @returns the digests of the artifact's entries of the Functions that were built, by id
 * @throws PublicError VALIDATION_ERROR when the worker has not uploaded a bundle
 */
export async function assembleBuild(
  scope: InstallationScope,
  deployment: { id: string; projectId: string },
  { snapshot, built, kept }: Build,
): Promise<Map<string, string>> {
  const { projectId } = deployment;
  await requireBundles(scope, built);
  // From here on, the cleanup does not remove any part that we are about to use.
  await awaitTarget(scope, projectId, "development");
  const made = built.map(
    ({ drafted, result }) => [drafted.id, functionPart(artifactFunction(drafted, result))] as const,
  );
  await storeParts(
    scope,
    projectId,
    made.map(([, part]) => part),
  );
  const parts = new Map([
    ...made.map(([id, { digest }]) => [id, digest] as const),
    ...kept.map(({ id, part }) => [id, part] as const),
  ]);
  const facts = await readFacts(scope, projectId, [...parts.values()]);
  const held = new Map([...parts].flatMap(([id, digest]) => [[id, facts.get(digest)!] as const]));
  const endpoints = artifactEndpoints(snapshot, held);
  await appendLog(scope, deployment, [
    { level: "info", message: "Checks what the bindings call.", data: { stage: "check" } },
  ]);
  const { errors, warnings } = checkBindings(endpoints, held);
  await appendLog(scope, deployment, [
    ...warnings.map((message) => ({ level: "warn" as const, message })),
    ...errors.slice(1).map(({ message }) => ({ level: "error" as const, message })),
  ]);
  if (errors[0]) {
    await failDeployment(scope, deployment, errors[0]);
    return parts;
  }
  const entries = endpoints.map((endpoint) => ({ id: endpoint.id, part: endpointPart(endpoint) }));
  await storeParts(
    scope,
    projectId,
    entries.map(({ part }) => part),
  );
  const head: ArtifactHead = {
    apiVersion: "ferrule/v1",
    projectId,
    endpoints: entries.map(({ id, part }) => [id, part.digest]),
    functions: [...parts].sort(([a], [b]) => (a < b ? -1 : 1)),
    ...sortedCollections(snapshot),
  };
  await activateArtifact(scope, deployment, head, {
    secretNames: declaredSecrets(snapshot),
    connectionNames: declaredConnections(snapshot),
  });
  return parts;
}
