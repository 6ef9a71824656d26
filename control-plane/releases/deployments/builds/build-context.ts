import { hash } from "node:crypto";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import { importNameOf, libraryClosure } from "../artifacts/library-closure.ts";

/** The types that the Project adds for its Functions. */
interface ProjectTypes {
  collections: readonly { name: string; type: string }[];
  connections: readonly { name: string; type: string }[];
}

/**
 * Returns the context of a Function's build, from the Libraries that it imports: the SHA-256 (hex) of everything on
 * which the build depends besides the Function's revision and the builder. The Project's types count for every
 * Function, because only the source would tell whether it uses them.
 */
export function buildContexts(
  libraries: readonly BuildLibrary[],
  types: ProjectTypes,
): (imported: readonly string[]) => string {
  const byName = new Map(libraries.map((library) => [importNameOf(library), library]));
  const digests = new Map<string, string>();
  return (imported) => {
    const names = imported.length === 0 ? [] : [...libraryClosure(imported, libraries)].sort();
    const key = JSON.stringify(names);
    const known = digests.get(key);
    if (known !== undefined) return known;
    const used = names.map((name) => [name, byName.get(name) ?? null]);
    const digest = hash("sha256", canonicalJson([used, types.collections, types.connections]));
    digests.set(key, digest);
    return digest;
  };
}
