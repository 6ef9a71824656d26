import {
  artifactHead,
  artifactManifest,
  artifactParts,
  type ArtifactManifest,
} from "@ferrule/contract/internal/artifact.ts";
import type { TestWorker } from "./connect-worker.ts";

/** An artifact as a worker puts it together: from its head and all its parts. */
export async function fetchManifest({ ask }: TestWorker, digest: string | null): Promise<ArtifactManifest> {
  const head = artifactHead.parse((await ask("getArtifact", undefined, digest ?? "")).body);
  const digests = [...head.endpoints, ...head.functions].map(([, part]) => part);
  const { parts } = artifactParts.parse((await ask("listArtifactParts", { digests }, digest ?? "")).body);
  const texts = new Map(parts.map((part) => [part.digest, part.content]));
  const list = (of: typeof head.functions): unknown[] => of.map(([, part]) => JSON.parse(texts.get(part) ?? "null"));
  return artifactManifest.parse({ ...head, endpoints: list(head.endpoints), functions: list(head.functions) });
}
