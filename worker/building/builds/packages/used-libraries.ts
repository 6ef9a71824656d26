import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary, NpmLibrary, SourceLibrary } from "@ferrule/contract/internal/libraries.ts";

export interface UsedLibraries {
  sources: SourceLibrary[];
  packages: NpmLibrary[];
}

const importNameOf = (library: BuildLibrary) => (library.kind === "source" ? `lib/${library.name}` : library.package);

/**
 * The Libraries that one Function imports, directly or through other Libraries, by name. The Function gets no others,
 * so that its build depends on nothing else.
 */
export function usedLibraries(one: Pick<BuildFunction, "libraries">, all: readonly BuildLibrary[]): UsedLibraries {
  const byName = new Map(all.map((library) => [importNameOf(library), library]));
  const used = new Map<string, BuildLibrary>();
  const open = [...(one.libraries ?? [])];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const library = byName.get(name);
    if (library === undefined || used.has(name)) continue;
    used.set(name, library);
    if (library.kind === "source") open.push(...library.imports);
  }
  const sorted = [...used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, library]) => library);
  return {
    sources: sorted.filter((library) => library.kind === "source"),
    packages: sorted.filter((library) => library.kind === "npm"),
  };
}
