import { revise, rowsOf } from "../../ground/store/rows/rows-of.ts";
import type { BuildLibrary, PackageLock, ResolvedLibrary } from "@ferrule/contract/internal/libraries.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type Selectable } from "kysely";
import { json } from "../../ground/store/json.ts";
import type { AnyScope, ProjectScope } from "../../ground/store/scope.ts";
import type { LibrariesTable } from "../../ground/store/tables/libraries.ts";

const libraries = rowsOf("libraries");
export const { find: findLibrary, lock: lockLibrary, remove: removeLibrary, all: allLibraryRows } = libraries;

export type LibraryRow = Selectable<LibrariesTable>;
export type LibrarySummaryRow = Omit<LibraryRow, "source">;
export type LibraryContent = Pick<LibraryRow, "version" | "source" | "package" | "integrity" | "lock" | "imports">;

/** Fails with `libraries_name_taken` or `libraries_import_taken`. */
export const insertLibrary = (
  scope: ProjectScope,
  given: LibraryContent & Pick<LibraryRow, "name" | "kind">,
): Promise<LibraryRow> => libraries.insert(scope, { ...given, id: identifier("lib") });

/** The Project's Libraries with these names, by name, locked until the transaction ends. */
export const lockLibrariesNamed = (scope: ProjectScope, names: readonly string[]): Promise<LibraryRow[]> =>
  libraries.list(scope, { name: names }, { by: "name", lock: true });

/** Up to `limit + 1` Libraries without their sources. */
export const listLibraryRows = rowsOf("libraries", [
  ...(["id", "projectId", "name", "kind", "version", "package", "integrity", "lock", "importName", "imports"] as const),
  ...(["createdAt", "updatedAt", "revision"] as const),
]).pages({
  filters: ["kind"],
  words: sql`concat_ws(' ', name, import_name)`,
  sorts: { name: { by: sql`lower(name)`, kind: "text" }, updatedAt: { by: sql`updated_at`, kind: "time" } },
});

export const changeLibrary = (scope: ProjectScope, id: string, given: LibraryContent): Promise<LibraryRow> =>
  revise(scope, "libraries", id, given);

/** Which drafts import these names: Functions by name, Libraries as `lib/<name>`. */
export async function listImporters(
  { tx, projectId }: ProjectScope,
  importNames: readonly string[],
): Promise<{ importName: string; usedBy: string }[]> {
  if (importNames.length === 0) return [];
  const { rows } = await sql<{ importName: string; usedBy: string }>`
    select imported.name as import_name, f.name as used_by
    from functions f, jsonb_array_elements_text(f.libraries) as imported (name)
    where f.project_id = ${projectId} and imported.name = any(${importNames}::text[])
    union
    select imported.name, l.import_name
    from libraries l, jsonb_array_elements_text(l.imports) as imported (name)
    where l.project_id = ${projectId} and imported.name = any(${importNames}::text[])
    order by 2
  `.execute(tx);
  return rows;
}

/** The Libraries imported under these names, and those that they import, in the form for a build. */
export async function usedLibraries(
  { tx, projectId }: Pick<ProjectScope, "tx" | "projectId">,
  importNames: readonly string[],
): Promise<BuildLibrary[]> {
  const { rows } = await sql<{ used: BuildLibrary[] }>`
    select ferrule_used_libraries(${projectId}, ${JSON.stringify(importNames)}::text::jsonb) as used
  `.execute(tx);
  return rows[0]?.used ?? [];
}

/** The same Libraries as rows, by name. */
export async function listUsedLibraries(scope: ProjectScope, importNames: readonly string[]): Promise<LibraryRow[]> {
  const ids = (await usedLibraries(scope, importNames)).map(({ id }) => id);
  return libraries.list(scope, { id: ids }, { by: "name" });
}

/** The import names among these for which the Project has Libraries, with the Libraries' own names. */
export const listImportNames = (
  { tx, projectId }: ProjectScope,
  importNames: readonly string[],
): Promise<{ name: string; importName: string }[]> =>
  importNames.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("libraries")
        .select(["name", "importName"])
        .where("projectId", "=", projectId)
        .where("importName", "in", importNames)
        .execute();

/** Every Library of the Project in the form for a build, by name; at most 500. */
export async function allLibraries(scope: ProjectScope): Promise<BuildLibrary[]> {
  const rows = await scope.tx
    .selectFrom("libraries")
    .select("importName")
    .where("projectId", "=", scope.projectId)
    .orderBy("importName")
    .limit(500)
    .execute();
  return usedLibraries(
    scope,
    rows.map(({ importName }) => importName),
  );
}

const sameLock = (a: PackageLock, b: PackageLock) =>
  a.length === b.length && a.every((one, index) => one.integrity === b[index]?.integrity);

/**
 * Stores what a worker found when it first fetched Libraries. The first result wins: it returns the names of Libraries
 * that already have a different one. It skips a Library that has a new version by now.
 */
export async function storeResolved(
  { tx }: AnyScope,
  projectId: string,
  resolved: readonly ResolvedLibrary[],
): Promise<string[]> {
  const differing: string[] = [];
  for (const { id, revision, lock } of resolved) {
    const row = await tx
      .selectFrom("libraries")
      .select(["name", "integrity", "lock"])
      .where("projectId", "=", projectId)
      .where("id", "=", id)
      .where("revision", "=", revision)
      .where("kind", "=", "npm")
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) continue;
    const integrity = lock[0]?.integrity ?? null;
    const isOther =
      row.lock === null ? row.integrity !== null && row.integrity !== integrity : !sameLock(row.lock, lock);
    if (isOther) differing.push(row.name);
    else if (row.lock === null) {
      await tx
        .updateTable("libraries")
        .set({ integrity, lock: json(lock) })
        .where("projectId", "=", projectId)
        .where("id", "=", id)
        .execute();
    }
  }
  return differing;
}
