import {
  artifactManifest,
  type ArtifactEndpoint,
  type ArtifactFunction,
  type ArtifactHead,
} from "@ferrule/contract/internal/artifact.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import { partDigest } from "./artifact-part.ts";
import { readParts } from "./queries/artifact-parts.ts";
import type { StoredArtifact } from "./queries/read-artifact.ts";

/** An artifact's head, and what reads single entries of it by id. Ids that it does not have are left out. */
export interface OpenArtifact {
  head: ArtifactHead;
  endpoints: (ids: ReadonlySet<string>) => Promise<ArtifactEndpoint[]>;
  functions: (ids: ReadonlySet<string>) => Promise<ArtifactFunction[]>;
}

/** One from before is read whole, and its head is made of it. */
function openWhole(text: string): OpenArtifact {
  const manifest = artifactManifest.parse(JSON.parse(text));
  const headed = (items: readonly { id: string }[]) => items.map((one): [string, string] => [one.id, partDigest(one)]);
  return {
    head: { ...manifest, endpoints: headed(manifest.endpoints), functions: headed(manifest.functions) },
    endpoints: (ids) => Promise.resolve(manifest.endpoints.filter(({ id }) => ids.has(id))),
    functions: (ids) => Promise.resolve(manifest.functions.filter(({ id }) => ids.has(id))),
  };
}

/** Opens an artifact without reading more of it than its head. */
export function openArtifact(scope: AnyScope, { head, manifest, projectId }: StoredArtifact): OpenArtifact {
  if (head === null) return openWhole(manifest);
  const read = async <T>(entries: ArtifactHead["functions"], ids: ReadonlySet<string>): Promise<T[]> => {
    const wanted = entries.filter(([id]) => ids.has(id)).map(([, digest]) => digest);
    if (wanted.length === 0) return [];
    const parts = await readParts(scope, projectId, wanted);
    return wanted.flatMap((digest) => {
      const text = parts.get(digest);
      return text === undefined ? [] : [JSON.parse(text) as T];
    });
  };
  return {
    head,
    endpoints: (ids) => read(head.endpoints, ids),
    functions: (ids) => read(head.functions, ids),
  };
}
