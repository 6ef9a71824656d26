import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";

/** The name by which a Function imports a Library. */
export const importNameOf = (library: BuildLibrary): string =>
  library.kind === "source" ? `lib/${library.name}` : library.package;

/** The import names of all Libraries reachable from these. */
export function libraryClosure(names: readonly string[], libraries: readonly BuildLibrary[]): Set<string> {
  const byName = new Map(libraries.map((library) => [importNameOf(library), library]));
  const reached = new Set(names);
  for (const name of reached) {
    const library = byName.get(name);
    if (library?.kind === "source") for (const imported of library.imports) reached.add(imported);
  }
  return reached;
}
