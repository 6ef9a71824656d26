import { createHash } from "node:crypto";
import type { ArtifactFunction, ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import { canonicalJson } from "@ferrule/contract/canonical-json.ts";
import type { Snapshot, SnapshotFunction } from "../store/tables/snapshot.ts";

const byKey =
  <T>(keyOf: (item: T) => string) =>
  (a: T, b: T) =>
    keyOf(a) < keyOf(b) ? -1 : 1;

/** A handler without a parameter takes an empty object. */
export const noInput = { type: "object" };

function artifactFunction(drafted: SnapshotFunction, built: BuiltFunction): ArtifactFunction {
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
  };
}

/**
 * The artifact of a deployment whose Functions have all been built. Schemas written by hand win over derived ones.
 * Lists are sorted by id and revisions are left out, so the same drafts and bundles give the same artifact however
 * often they were saved.
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
  const described = new Map(functions.map(({ id, description }) => [id, description]));
  const withDescription = <Binding extends { functionId: string; description: string }>(binding: Binding): Binding => ({
    ...binding,
    description: binding.description || (described.get(binding.functionId) ?? ""),
  });
  const endpoints = snapshot.endpoints
    .map((endpoint) => ({
      ...endpoint,
      tools: endpoint.tools.map(withDescription).sort(byKey(({ bindingId }) => bindingId)),
      routes: endpoint.routes.map(withDescription).sort(byKey(({ bindingId }) => bindingId)),
    }))
    .sort(byKey(({ id }) => id));
  const collections = (snapshot.collections ?? []).toSorted(byKey(({ id }) => id));
  const stored = collections.length === 0 ? {} : { collections };
  return { apiVersion: "ferrule/v1", projectId, endpoints, functions, ...stored };
}

/**
 * The artifact's text as stored and served, with its keys in the order they were written, and its digest: the SHA-256
 * (hex) of its canonical JSON.
 */
export function sealArtifact(manifest: ArtifactManifest): { digest: string; text: string } {
  const digest = createHash("sha256").update(canonicalJson(manifest)).digest("hex");
  return { digest, text: JSON.stringify(manifest) };
}
