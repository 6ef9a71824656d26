// Why: docs/decisions/incremental-deployments.md
import type { ArtifactHead } from "@ferrule/contract/internal/artifact.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import type { DeploymentError } from "../../../ground/store/tables/deployments.ts";
import type { Snapshot } from "../../../ground/store/tables/snapshot.ts";
import { endpointPart, functionPart } from "../artifacts/artifact-part.ts";
import { artifactEndpoints, artifactFunction, sortedCollections } from "../artifacts/assemble-artifact.ts";
import { checkBindings } from "../artifacts/check-bindings.ts";
import { readFacts, storeParts } from "../queries/artifact-parts.ts";
import type { KeptBuild } from "../queries/function-builds.ts";
import { awaitTarget } from "../queries/target-activation.ts";
import type { BuiltDraft } from "./received-build.ts";

/** The entries of an artifact's Functions by id, as digests. */
export type PartDigests = ReadonlyMap<string, string>;

/**
 * Stores the entries of Functions that were built. From here until the transaction ends, the cleanup removes no entry of
 * the Project.
 */
export async function storeBuilt(
  scope: AnyScope,
  projectId: string,
  built: readonly BuiltDraft[],
): Promise<PartDigests> {
  await awaitTarget(scope, projectId, "development");
  const made = built.map(
    ({ drafted, result }) => [drafted.id, functionPart(artifactFunction(drafted, result))] as const,
  );
  await storeParts(
    scope,
    projectId,
    made.map(([, part]) => part),
  );
  return new Map(made.map(([id, { digest }]) => [id, digest]));
}

interface Build {
  snapshot: Snapshot;
  /** From `storeBuilt`. */
  built: PartDigests;
  /** The snapshot's Functions that the worker did not receive. */
  kept: readonly KeptBuild[];
}

/** An artifact that can be stored, or the errors because of which nobody could call one of the bindings. */
export interface Assembled {
  head: ArtifactHead | null;
  errors: DeploymentError[];
  warnings: string[];
}

/**
 * Puts the artifact of a build without errors together, and stores its entries. It neither reads nor stores again the
 * Functions that the worker did not receive.
 */
export async function assembleBuild(
  scope: AnyScope,
  projectId: string,
  { snapshot, built, kept }: Build,
): Promise<Assembled> {
  const parts = new Map([...built, ...kept.map(({ id, part }) => [id, part] as const)]);
  const facts = await readFacts(scope, projectId, [...parts.values()]);
  const held = new Map([...parts].flatMap(([id, digest]) => [[id, facts.get(digest)!] as const]));
  const endpoints = artifactEndpoints(snapshot, held);
  const findings = checkBindings(endpoints, held);
  if (findings.errors.length > 0) return { head: null, ...findings };
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
  return { head, ...findings };
}
