import type { testRunRequest } from "@ferrule/contract/resources/test-run.ts";
import type { z } from "zod";
import { buildFunctionOf, projectTyped } from "../../authoring/functions/running/build-function-of.ts";
import { allFunctions, type FunctionRow } from "../../authoring/functions/queries/functions.ts";
import { importedLibraries } from "../../authoring/libraries/imported-libraries.ts";
import { usedLibraries } from "../../authoring/libraries/queries.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { JobPayloads } from "../../ground/store/tables/jobs.ts";

type Wish = Pick<z.output<typeof testRunRequest>, "edited" | "functions" | "name" | "coverage" | "bail">;

/** How many files one run takes. */
const most = 1_000;

/** 400 when one of the slugs is not that of a Function. */
function requireKnown(rows: readonly FunctionRow[], wish: Wish): void {
  const slugs = new Set(rows.map(({ slug }) => slug));
  const issues = [
    ...wish.edited.map(({ slug }, index) => ({ slug, path: `body.edited.${index}.slug` })),
    ...(wish.functions ?? []).map((slug, index) => ({ slug, path: `body.functions.${index}` })),
  ].filter(({ slug }) => !slugs.has(slug));
  if (issues.length === 0) return;
  throw validationError(
    issues.slice(0, 20).map(({ slug, path }) => ({ path, message: `no Function has the slug ${slug}` })),
  );
}

/**
 * The order for a worker: the drafted Functions that have tests, by slug, with the texts of an editor in place of the
 * saved ones.
 * @throws PublicError VALIDATION_ERROR
 */
export async function readTested(scope: ProjectScope, wish: Wish): Promise<JobPayloads["tests"]> {
  const rows = await allFunctions(scope);
  requireKnown(rows, wish);
  const edited = new Map(wish.edited.map((one) => [one.slug, one]));
  const wanted = wish.functions && new Set(wish.functions);
  const typed = await projectTyped(scope);
  const functions = rows
    .filter(({ slug }) => wanted?.has(slug) ?? true)
    .flatMap((row) => {
      const { source, tests = row.tests } = edited.get(row.slug) ?? {};
      if (tests === "") return [];
      const libraries = importedLibraries(tests);
      const built = buildFunctionOf(row, typed, source);
      return { ...built, tests: { source: tests, libraries, timeoutMs: row.timeoutMs } };
    })
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  if (functions.length > most) {
    const message = `at most ${most} Functions are tested at once: name some of the ${functions.length} in \`functions\``;
    throw validationError([{ path: "body.functions", message }]);
  }
  const imported = functions.flatMap(({ libraries = [], tests }) => [...libraries, ...tests.libraries]);
  return {
    functions,
    libraries: await usedLibraries(scope, [...new Set(imported)]),
    ...(wish.name === undefined ? {} : { name: wish.name }),
    coverage: wish.coverage,
    bail: wish.bail,
  };
}
