import { hash } from "node:crypto";
import type { ArtifactEndpoint, ArtifactFunction, ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import type { Snapshot, SnapshotFunction } from "../../../ground/store/tables/snapshot.ts";

const byKey =
  <T>(keyOf: (item: T) => string) =>
  (a: T, b: T) =>
    keyOf(a) < keyOf(b) ? -1 : 1;

/** A handler without a parameter takes an empty object. */
export const noInput = { type: "object" };

/** A Function's entry in an artifact. Schemas written by hand win over derived ones. */
export function artifactFunction(drafted: SnapshotFunction, built: BuiltFunction): ArtifactFunction {
  if (built.bundleDigest === null) throw new Error(`Function ${drafted.slug} has no bundle`);
  return {
    id: drafted.id,
    slug: drafted.slug,
    name: drafted.name,
    description: drafted.description === "" ? built.derived.description : drafted.description,
    bundleDigest: built.bundleDigest,
    inputSchema: drafted.inputSchema ?? built.derived.inputSchema ?? noInput,
    outputSchema: drafted.outputSchema ?? built.derived.outputSchema,
    timeoutMs: drafted.timeoutMs,
    memoryMb: drafted.memoryMb,
    permissions: drafted.permissions,
    ...(built.derived.completes === true && { completes: true as const }),
    ...runSettings(drafted),
    ...(built.derived.asks === true ? { asks: true as const } : {}),
  };
}

/** What an artifact says of the runs of a Function; nothing where it has the defaults, so that older digests stay. */
function runSettings({ run, runPolicy }: SnapshotFunction): Pick<ArtifactFunction, "run" | "runPolicy"> {
  if (run !== "durable") return {};
  const isUsual = runPolicy === undefined || sameJson(runPolicy, defaultRunPolicy);
  return isUsual ? { run } : { run, runPolicy };
}

/**
 * The artifact of a deployment whose Functions have all been built. Schemas written by hand win over derived ones.
 * Lists are sorted by id, and there are no revisions in it. So the same drafts and bundles give the same artifact,
 * however often somebody saved them.
 */
export function assembleArtifact(
  projectId: string,
  snapshot: Snapshot,
  built: readonly BuiltFunction[],
): ArtifactManifest {
  const results = new Map(built.map((result) => [result.id, result]));
  const functions = snapshot.functions
    .map((drafted) => {
      const result = results.get(drafted.id);
      if (!result) throw new Error(`Function ${drafted.slug} was not built`);
      return artifactFunction(drafted, result);
    })
    .sort(byKey(({ id }) => id));
  const endpoints = artifactEndpoints(snapshot, new Map(functions.map((one) => [one.id, one])));
  const collections = sortedCollections(snapshot);
  return { apiVersion: "ferrule/v1", projectId, endpoints, functions, ...collections };
}

/** The version of each collection, by id; missing when there are no collections. */
export function sortedCollections(snapshot: Snapshot): Pick<ArtifactManifest, "collections"> {
  const collections = (snapshot.collections ?? []).toSorted(byKey(({ id }) => id));
  return collections.length === 0 ? {} : { collections };
}

/** The endpoints' entries, by id. A binding without a description gets that of its Function. */
export function artifactEndpoints(
  snapshot: Snapshot,
  functions: ReadonlyMap<string, { description: string }>,
): ArtifactEndpoint[] {
  const described = <Binding extends { bindingId: string; functionId: string | null; description: string }>(
    bindings: readonly Binding[],
  ): Binding[] =>
    bindings
      .map((binding) => ({
        ...binding,
        description: binding.description || (functions.get(binding.functionId ?? "")?.description ?? ""),
      }))
      .sort(byKey(({ bindingId }) => bindingId));
  return snapshot.endpoints
    .map((endpoint) => ({
      ...endpoint,
      tools: described(endpoint.tools),
      routes: described(endpoint.routes),
      ...(endpoint.resources && { resources: described(endpoint.resources) }),
      ...(endpoint.prompts && { prompts: described(endpoint.prompts) }),
    }))
    .sort(byKey(({ id }) => id));
}

/** The digest of an artifact: the SHA-256 (hex) of its canonical JSON. */
export const artifactDigest = (manifest: ArtifactManifest): string => hash("sha256", canonicalJson(manifest));
