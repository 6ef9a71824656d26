import type { ArtifactEndpoint, ArtifactFunction, ArtifactHead } from "@ferrule/contract/internal/artifact.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { readParts } from "../queries/artifact-parts.ts";
import type { StoredArtifact } from "../queries/read-artifact.ts";

/** An artifact's head, and functions that read single entries by id. They leave out ids that it does not have. */
export interface OpenArtifact {
  head: ArtifactHead;
  endpoints: (ids: ReadonlySet<string>) => Promise<ArtifactEndpoint[]>;
  functions: (ids: ReadonlySet<string>) => Promise<ArtifactFunction[]>;
}

/** Opens an artifact without reading more of it than its head. */
export function openArtifact(scope: AnyScope, { head, projectId }: StoredArtifact): OpenArtifact {
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
