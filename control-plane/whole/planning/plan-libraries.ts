import { PublicError } from "@ferrule/contract/errors.ts";
import type { ManifestLibrary } from "@ferrule/contract/resources/manifest.ts";
import { importedLibraries } from "../../authoring/libraries/imported-libraries.ts";
import {
  changeLibrary,
  insertLibrary,
  removeLibrary,
  type LibraryContent,
  type LibraryRow,
} from "../../authoring/libraries/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { libraryPart } from "./parts.ts";
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

/** The same package in the same version keeps what was fetched, unless another integrity is given. */
function storedLibrary(library: ManifestLibrary, row: LibraryRow | undefined): ManifestLibrary {
  if (library.kind === "source" || row?.kind !== "npm") return library;
  if (row.package !== library.package || row.version !== library.version) return library;
  const known = libraryPart(row);
  const same = known.kind === "npm" && (library.integrity ?? known.integrity) === known.integrity;
  return same ? { ...known, ...library } : library;
}

/** Libraries as they are stored. */
export function storedLibraries(given: readonly ManifestLibrary[], rows: readonly LibraryRow[]): ManifestLibrary[] {
  const held = new Map(rows.map((row) => [row.name, row]));
  return given.map((one) => storedLibrary(one, held.get(one.name)));
}

interface Present {
  /** Those of the given names, at least. */
  rows: readonly LibraryRow[];
  /** The Libraries that stay, where they have the import name of a given one. */
  imported: readonly Pick<LibraryRow, "name" | "importName">[];
}

/** @throws PublicError CONFLICT when the Project's Library is of the other kind, or another one has the package. */
function requireFitting(libraries: readonly ManifestLibrary[], { rows, imported }: Present): void {
  const kinds = new Map(rows.map(({ name, kind }) => [name, kind]));
  const owners = new Map(imported.map(({ importName, name }) => [importName, name]));
  for (const library of libraries) {
    const { name, kind } = library;
    if ((kinds.get(name) ?? kind) !== kind) {
      throw new PublicError("CONFLICT", `The Project's Library "${name}" is of another kind than the given one.`);
    }
    const importName = importNameOf(library);
    const owner = owners.get(importName) ?? name;
    if (owner === name) continue;
    const message = `The Project has "${importName}" as its Library "${owner}", and "${name}" is given.`;
    throw new PublicError("CONFLICT", message);
  }
}

/**
 * What is written so that the Project has these Libraries. Its other Libraries stay.
 * @param stored from `storedLibraries`
 * @throws PublicError CONFLICT
 */
export function planLibraries(
  scope: ProjectScope,
  stored: readonly ManifestLibrary[],
  present: Present,
): Step<"library">[] {
  requireFitting(stored, present);
  const held = new Map(present.rows.map((row) => [row.name, row]));
  return stored.flatMap((after) => {
    const row = held.get(after.name);
    return stepOf({
      row,
      kind: "library",
      name: after.name,
      roles: authors,
      before: row === undefined ? null : libraryPart(row),
      after,
      apply: () =>
        row === undefined
          ? insertLibrary(scope, { ...contentOf(after), name: after.name, kind: after.kind })
          : changeLibrary(scope, row.id, contentOf(after)),
    });
  });
}

export const removeLibraries = (scope: ProjectScope, rows: readonly LibraryRow[]): Step<"library">[] =>
  rows.flatMap((row) =>
    stepOf({
      row,
      kind: "library",
      name: row.name,
      roles: authors,
      before: libraryPart(row),
      after: null,
      apply: () => removeLibrary(scope, row.id),
    }),
  );
