import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { importedLibraries } from "../../authoring/libraries/imported-libraries.ts";
import { configInSource } from "../../authoring/functions/config-in-source.ts";
import { insertFunction, lockFunctionsOf, reviseFunction } from "../../authoring/functions/queries/functions.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { functionPart } from "./manifest-parts.ts";
import { authors, stepOf, type Step } from "./step.ts";

/** What a manifest's Functions would change. The Project's other Functions stay. */
export async function planFunctions(scope: ProjectScope, { functions }: Manifest): Promise<Step[]> {
  const rows = await lockFunctionsOf(
    scope,
    functions.map(({ slug }) => slug),
  );
  return functions.flatMap((given) => {
    const after = { ...given, ...configInSource(given.source) };
    const row = rows.find(({ slug }) => slug === after.slug);
    return stepOf({
      kind: "function",
      name: after.slug,
      roles: authors,
      before: row === undefined ? null : functionPart(row),
      after,
      apply: async (userId) => {
        const { slug, ...draft } = after;
        if (row !== undefined) await reviseFunction(scope, row, draft, userId);
        else await insertFunction(scope, { ...draft, slug, libraries: importedLibraries(draft.source) }, userId);
      },
    });
  });
}
