import {
  artifactEndpoint,
  artifactFunction,
  artifactManifest,
  mostArtifactParts,
  type ArtifactEndpoint,
  type ArtifactFunction,
  type ArtifactHead,
} from "@ferrule/contract/internal/artifact.ts";
import type { ZodType } from "zod";
import type { ControlPlaneClient } from "../../../ground/control-plane-client/control-plane-client.ts";
import { digestOfEntries, entryOf, loadedArtifact, type Entry, type LoadedArtifact } from "./artifact-digest.ts";

/** The entries that this worker has in hand, by digest. */
export interface KnownEntries {
  endpoint: (digest: string) => Entry<ArtifactEndpoint> | undefined;
  function: (digest: string) => Entry<ArtifactFunction> | undefined;
}

type Client = Pick<ControlPlaneClient, "getArtifact" | "listArtifactParts">;

/** Checks an artifact that was stored as a whole. @throws Error when its digest is different */
export function checkedArtifact(digest: string, sent: unknown): LoadedArtifact {
  const loaded = loadedArtifact(artifactManifest.parse(sent));
  requireDigest(digest, loaded.manifest, loaded);
  return loaded;
}

function requireDigest(
  digest: string,
  head: Parameters<typeof digestOfEntries>[0],
  { endpoints, functions }: Pick<LoadedArtifact, "endpoints" | "functions">,
): void {
  if (digestOfEntries(head, endpoints, functions) !== digest) throw new Error(`Artifact ${digest} has another digest.`);
}

/**
 * Fetches the parts of an artifact that this worker lacks. @throws Error when a part is missing or has another digest
 */
async function assemble(
  digest: string,
  head: ArtifactHead,
  { client, known, signal }: { client: Client; known: KnownEntries; signal: AbortSignal | undefined },
): Promise<LoadedArtifact> {
  const lacking = [
    ...head.endpoints.flatMap(([, part]) => (known.endpoint(part) === undefined ? [part] : [])),
    ...head.functions.flatMap(([, part]) => (known.function(part) === undefined ? [part] : [])),
  ];
  const fetched = await fetchParts(digest, [...new Set(lacking)], client, signal);
  const take = <T>(part: string, held: Entry<T> | undefined, expected: ZodType<T>): Entry<T> => {
    if (held !== undefined) return held;
    const entry = entryOf(expected.parse(fetched.get(part)));
    if (entry.digest !== part) throw new Error(`Part ${part} of artifact ${digest} has another digest.`);
    return entry;
  };
  const endpoints = head.endpoints.map(([, part]) => take(part, known.endpoint(part), artifactEndpoint));
  const functions = head.functions.map(([, part]) => take(part, known.function(part), artifactFunction));
  requireDigest(digest, head, { endpoints, functions });
  const values = { endpoints: endpoints.map(({ value }) => value), functions: functions.map(({ value }) => value) };
  return { manifest: { ...head, ...values }, endpoints, functions };
}

/** A response holds as many parts as fit, so we request the rest again. */
async function fetchParts(
  digest: string,
  wanted: readonly string[],
  client: Client,
  signal: AbortSignal | undefined,
): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  let lacking = [...wanted];
  while (lacking.length > 0) {
    const body = { digests: lacking.slice(0, mostArtifactParts) };
    const { parts } = await client.listArtifactParts({ params: { digest }, body, signal });
    for (const part of parts) found.set(part.digest, JSON.parse(part.content));
    const left = lacking.filter((one) => !found.has(one));
    if (left.length === lacking.length) throw new Error(`Artifact ${digest} lacks ${left.length} of its parts.`);
    lacking = left;
  }
  return found;
}

/**
 * Fetches an artifact: its head, and the parts that we lack.
 * @throws Error when it is unavailable, or has another digest
 */
export async function fetchArtifact(
  digest: string,
  client: Client,
  known: KnownEntries,
  signal?: AbortSignal,
): Promise<LoadedArtifact> {
  const head = await client.getArtifact({ params: { digest }, signal });
  return assemble(digest, head, { client, known, signal });
}
