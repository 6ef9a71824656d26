import type { BuildLibrary, PackageLock, ResolvedLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { libraryKinds } from "@ferrule/contract/resources/library.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type ColumnType, type Generated, type Selectable } from "kysely";
import { json, type AnyScope } from "../jobs/records.ts";
import type { ProjectScope } from "../store/scope.ts";

type Json<T> = ColumnType<T, T, T>;

export interface LibrariesTable {
  id: string;
  projectId: string;
  name: string;
  kind: (typeof libraryKinds)[number];
  version: string;
  source: string | null;
  package: string | null;
  integrity: string | null;
  lock: Json<PackageLock | null>;
  importName: ColumnType<string, never, never>;
  imports: Json<string[]>;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface LibraryTables {
  libraries: LibrariesTable;
}

export type LibraryRow = Selectable<LibrariesTable>;
export type LibrarySummaryRow = Omit<LibraryRow, "source">;
export type LibraryContent = Pick<LibraryRow, "version" | "source" | "package" | "integrity" | "lock" | "imports">;

const nullableJson = <T>(value: T | null) => (value === null ? null : json(value));

/** Fails with `libraries_name_taken` or `libraries_import_taken`. */
export const insertLibrary = (
  { tx, projectId }: ProjectScope,
  { lock, imports, ...given }: LibraryContent & Pick<LibraryRow, "name" | "kind">,
): Promise<LibraryRow> =>
  tx
    .insertInto("libraries")
    .values({ ...given, lock: nullableJson(lock), imports: json(imports), id: identifier("lib"), projectId })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findLibrary = ({ tx, projectId }: ProjectScope, id: string): Promise<LibraryRow | undefined> =>
  tx.selectFrom("libraries").selectAll().where("projectId", "=", projectId).where("id", "=", id).executeTakeFirst();

/** Reads and locks a Library until the transaction ends. */
export const lockLibrary = ({ tx, projectId }: ProjectScope, id: string): Promise<LibraryRow | undefined> =>
  tx
    .selectFrom("libraries")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Those of the Project that these names are of, by name, locked until the transaction ends. */
export const lockLibrariesNamed = ({ tx, projectId }: ProjectScope, names: readonly string[]): Promise<LibraryRow[]> =>
  names.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("libraries")
        .selectAll()
        .where("projectId", "=", projectId)
        .where("name", "in", names)
        .orderBy("name")
        .forUpdate()
        .execute();

/** Up to `limit + 1` Libraries without their sources, newest first. */
export const listLibraryRows = (
  { tx, projectId }: ProjectScope,
  limit: number,
  before: string | undefined,
): Promise<LibrarySummaryRow[]> =>
  tx
    .selectFrom("libraries")
    .select(["id", "projectId", "name", "kind", "version", "package", "integrity", "lock", "importName", "imports"])
    .select(["createdAt", "updatedAt", "revision"])
    .where("projectId", "=", projectId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

export const changeLibrary = (
  { tx, projectId }: ProjectScope,
  id: string,
  { lock, imports, ...given }: LibraryContent,
): Promise<LibraryRow> =>
  tx
    .updateTable("libraries")
    .set(({ eb }) => ({
      ...given,
      lock: nullableJson(lock),
      imports: json(imports),
      updatedAt: new Date(),
      revision: eb("revision", "+", 1),
    }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeLibrary({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("libraries").where("projectId", "=", projectId).where("id", "=", id).execute();
}

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

/** The Libraries that are imported under these names, and those that they import, as a build gets them. */
export async function usedLibraries(
  { tx, projectId }: ProjectScope,
  importNames: readonly string[],
): Promise<BuildLibrary[]> {
  const { rows } = await sql<{ used: BuildLibrary[] }>`
    select ferrule_used_libraries(${projectId}, ${JSON.stringify(importNames)}::text::jsonb) as used
  `.execute(tx);
  return rows[0]?.used ?? [];
}

/** The same as rows, by name. */
export async function listUsedLibraries(scope: ProjectScope, importNames: readonly string[]): Promise<LibraryRow[]> {
  const ids = (await usedLibraries(scope, importNames)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { tx, projectId } = scope;
  return tx
    .selectFrom("libraries")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    .orderBy("name")
    .execute();
}

/** Which of these import names the Project has Libraries for, with the Libraries' own names. */
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

/** Every Library of the Project as a build gets it, by name; at most 500. */
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
 * Keeps what a worker found when it first fetched Libraries. What was found before stays, the first one counts: answers the
 * names of those where this is another one. A Library that has a new version since is left alone.
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
