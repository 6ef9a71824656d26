import { PublicError } from "@ferrule/contract/errors.ts";
import type { Manifest, ManifestLibrary } from "@ferrule/contract/resources/manifest.ts";
import { importedLibraries } from "../../authoring/libraries/imported-libraries.ts";
import {
  changeLibrary,
  insertLibrary,
  listImportNames,
  lockLibrariesNamed,
  type LibraryContent,
  type LibraryRow,
} from "../../authoring/libraries/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { libraryPart } from "./manifest-parts.ts";
import { authors, stepOf, type Step } from "./step.ts";

export const importNameOf = (library: ManifestLibrary): string =>
  library.kind === "source" ? `lib/${library.name}` : library.package;

function contentOf(library: ManifestLibrary): LibraryContent {
  const { version } = library;
  if (library.kind === "source") {
    const { source } = library;
    return { version, source, package: null, integrity: null, lock: null, imports: importedLibraries(source) };
  }
  const { package: packageName, integrity = null, lock = null } = library;
  return { version, source: null, package: packageName, integrity, lock, imports: [] };
}

/** The same package in the same version keeps its locked content, unless the manifest names another integrity. */
function asMeant(library: ManifestLibrary, row: LibraryRow | undefined): ManifestLibrary {
  if (library.kind === "source" || row?.kind !== "npm") return library;
  if (row.package !== library.package || row.version !== library.version) return library;
  const known = libraryPart(row);
  const same = known.kind === "npm" && (library.integrity ?? known.integrity) === known.integrity;
  return same ? { ...known, ...library } : library;
}

/**
 * @throws PublicError CONFLICT when the Project's Library is of the other kind, or another one already has the package.
 */
async function requireFitting(
  scope: ProjectScope,
  libraries: readonly ManifestLibrary[],
  rows: readonly LibraryRow[],
): Promise<void> {
  for (const { name, kind } of libraries) {
    if (!rows.some((row) => row.name === name && row.kind !== kind)) continue;
    throw new PublicError("CONFLICT", `The Project's Library "${name}" is of another kind than the manifest's.`);
  }
  const imported = await listImportNames(scope, libraries.map(importNameOf));
  for (const library of libraries) {
    const other = imported.find(
      ({ importName, name }) => importName === importNameOf(library) && name !== library.name,
    );
    if (!other) continue;
    const message = `The Project has "${importNameOf(library)}" as its Library "${other.name}", the manifest as "${library.name}".`;
    throw new PublicError("CONFLICT", message);
  }
}

/** The changes that a manifest would make to Libraries. The Project's other Libraries stay. */
export async function planLibraries(scope: ProjectScope, { libraries }: Manifest): Promise<Step[]> {
  const rows = await lockLibrariesNamed(
    scope,
    libraries.map(({ name }) => name),
  );
  await requireFitting(scope, libraries, rows);
  return libraries.flatMap((given) => {
    const row = rows.find(({ name }) => name === given.name);
    const after = asMeant(given, row);
    return stepOf({
      kind: "library",
      name: given.name,
      roles: authors,
      before: row === undefined ? null : libraryPart(row),
      after,
      apply: async () => {
        if (row === undefined) await insertLibrary(scope, { ...contentOf(after), name: after.name, kind: after.kind });
        else await changeLibrary(scope, row.id, contentOf(after));
      },
    });
  });
}
