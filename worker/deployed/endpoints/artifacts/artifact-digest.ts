import { hash } from "node:crypto";
import type {
  ArtifactEndpoint,
  ArtifactFunction,
  ArtifactHead,
  ArtifactManifest,
} from "@ferrule/contract/internal/artifact.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";

export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** An endpoint or a Function of an artifact. */
export interface Entry<T> {
  /** SHA-256 (hex) of `canonical`. */
  digest: string;
  canonical: string;
  value: T;
}

export function entryOf<T>(value: T): Entry<T> {
  const canonical = canonicalJson(value);
  return { digest: sha256(canonical), canonical, value };
}

/** An artifact with its entries, in the manifest's order. */
export interface LoadedArtifact {
  manifest: ArtifactManifest;
  endpoints: readonly Entry<ArtifactEndpoint>[];
  functions: readonly Entry<ArtifactFunction>[];
}

/** The digest that identifies an artifact: the SHA-256 (hex) of the manifest's canonical JSON. */
export function digestOfEntries(
  { apiVersion, collections, projectId }: Pick<ArtifactHead, "apiVersion" | "collections" | "projectId">,
  endpoints: LoadedArtifact["endpoints"],
  functions: LoadedArtifact["functions"],
): string {
  const list = (entries: readonly Entry<unknown>[]) => `[${entries.map(({ canonical }) => canonical).join(",")}]`;
  const versions = collections === undefined ? "" : `"collections":${canonicalJson(collections)},`;
  return sha256(
    `{"apiVersion":${canonicalJson(apiVersion)},${versions}"endpoints":${list(endpoints)},` +
      `"functions":${list(functions)},"projectId":${canonicalJson(projectId)}}`,
  );
}

export const loadedArtifact = (manifest: ArtifactManifest): LoadedArtifact => ({
  manifest,
  endpoints: manifest.endpoints.map(entryOf),
  functions: manifest.functions.map(entryOf),
});
