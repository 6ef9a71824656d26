import type { ManifestFunction } from "@ferrule/contract/resources/manifest.ts";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { importedLibraries } from "../../authoring/libraries/imported-libraries.ts";
import { configInSource } from "../../authoring/functions/config-in-source.ts";
import {
  insertFunction,
  removeFunction,
  reviseFunction,
  type FunctionRow,
} from "../../authoring/functions/queries/functions.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { KnownIds } from "./known-ids.ts";
import { functionPart, withoutUsual } from "./parts.ts";
import { authors, stepOf, type Step } from "./step.ts";

/** Functions as they are stored: what a source sets wins. A source that is stored so already is not read again. */
export function storedFunctions(given: readonly ManifestFunction[], rows: readonly FunctionRow[]): ManifestFunction[] {
  const held = new Map(rows.map((row) => [row.slug, row]));
  return given.map((one) => {
    const row = held.get(one.slug);
    const isStored = row?.source === one.source && sameJson(functionPart(row), one);
    return isStored ? one : withoutUsual({ ...one, ...configInSource(one.source) });
  });
}

/**
 * The changes that give the Project these Functions. Its other Functions stay.
 * @param stored from `storedFunctions`
 */
export function planFunctions(
  scope: ProjectScope,
  stored: readonly ManifestFunction[],
  { rows, ids }: { rows: readonly FunctionRow[]; ids: KnownIds },
): Step<"function">[] {
  const held = new Map(rows.map((row) => [row.slug, row]));
  return stored.flatMap((after) => {
    const row = held.get(after.slug);
    return stepOf({
      row,
      kind: "function",
      name: after.slug,
      roles: authors,
      before: row === undefined ? null : functionPart(row),
      after,
      apply: async ({ userId }) => {
        const { slug, tests = "", run = "call", runPolicy = defaultRunPolicy, ...rest } = after;
        const draft = { ...rest, tests, run, runPolicy };
        if (row !== undefined) return reviseFunction(scope, row, draft, userId);
        const libraries = importedLibraries(draft.source);
        const { id } = await insertFunction(scope, { ...draft, slug, libraries }, userId);
        return ids.functions.set(slug, id);
      },
    });
  });
}

export const removeFunctions = (scope: ProjectScope, rows: readonly FunctionRow[]): Step<"function">[] =>
  rows.flatMap((row) =>
    stepOf({
      row,
      kind: "function",
      name: row.slug,
      roles: authors,
      before: functionPart(row),
      after: null,
      apply: () => removeFunction(scope, row.id),
    }),
  );
