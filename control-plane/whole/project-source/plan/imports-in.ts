import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { importedLibraries } from "../../../authoring/libraries/imported-libraries.ts";
import { importNameOf } from "../../planning/plan-libraries.ts";
import type { Held } from "../held/read-held.ts";

/** What the Functions and the source Libraries of a source import. A text that the Project has already is not parsed. */
export interface Imports {
  functions: Set<string>;
  /** By the Library's import name. */
  libraries: Map<string, string[]>;
}

export function importsIn({ functions, libraries }: ProjectSource, held: Held): Imports {
  const functionRows = new Map(held.functions.map((row) => [row.slug, row]));
  const libraryRows = new Map(held.libraries.map((row) => [row.name, row]));
  const called = functions.flatMap(({ slug, source }) => {
    const row = functionRows.get(slug);
    return row?.source === source ? row.libraries : importedLibraries(source);
  });
  const parsed = libraries.map((library): [string, string[]] => {
    if (library.kind === "npm") return [importNameOf(library), []];
    const row = libraryRows.get(library.name);
    return [importNameOf(library), row?.source === library.source ? row.imports : importedLibraries(library.source)];
  });
  return { functions: new Set(called), libraries: new Map(parsed) };
}
