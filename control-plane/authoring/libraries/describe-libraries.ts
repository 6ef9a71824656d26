import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { librarySummary, type Library } from "@ferrule/contract/resources/library.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { listImporters, type LibraryRow, type LibrarySummaryRow } from "./queries.ts";

/** Libraries as a list shows them, in the order given. */
export async function describeLibraries(
  scope: ProjectScope,
  rows: readonly LibrarySummaryRow[],
): Promise<Omit<Library, "source">[]> {
  const importers = await listImporters(
    scope,
    rows.map(({ importName }) => importName),
  );
  return rows.map((row) =>
    resourceFrom(librarySummary, row, {
      dependencies: (row.lock ?? []).slice(1).map(({ name, version }) => `${name}@${version}`),
      usedBy: importers.filter(({ importName }) => importName === row.importName).map(({ usedBy }) => usedBy),
    }),
  );
}

export async function describeLibrary(scope: ProjectScope, row: LibraryRow): Promise<Library> {
  return { ...found((await describeLibraries(scope, [row]))[0]), source: row.source };
}
