import type { BuildJob, BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import { countTests } from "@ferrule/contract/resources/count-tests.ts";
import type { TestCounts } from "@ferrule/contract/resources/test-counts.ts";
import { readSavedTests } from "../../../authoring/functions/queries/saved-sources.ts";
import { importedLibraries } from "../../../authoring/libraries/imported-libraries.ts";
import { usedLibraries } from "../../../authoring/libraries/queries.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DeploymentError } from "../../../ground/store/tables/deployments.ts";
import type { Snapshot, SnapshotFunction } from "../../../ground/store/tables/snapshot.ts";

type SentTests = NonNullable<BuildJob["functions"][number]["tests"]>;

/** The tests that a build runs, in the form for a worker. */
export interface TestsToRun {
  /** By the Function's id. */
  of: ReadonlyMap<string, SentTests>;
  /** The Libraries of the snapshot, and those that only tests import, as they are drafted now. */
  libraries: BuildLibrary[];
}

/** The tests of a deployment's Functions; none when the Project did not require them at the request. */
export async function testsToRun(
  scope: InstallationScope,
  projectId: string,
  { snapshot, runsTests }: { snapshot: Snapshot; runsTests: boolean },
): Promise<TestsToRun> {
  const { functions, libraries = [] } = snapshot;
  if (!runsTests) return { of: new Map(), libraries };
  const texts = await readSavedTests(scope, projectId, functions);
  const of = new Map(
    functions.flatMap(({ id, timeoutMs }) => {
      const source = texts.get(id);
      return source === undefined ? [] : [[id, { source, libraries: importedLibraries(source), timeoutMs }] as const];
    }),
  );
  const frozen = new Set(libraries.map(({ id }) => id));
  const imported = [...new Set([...of.values()].flatMap((one) => one.libraries))];
  const used = imported.length === 0 ? [] : await usedLibraries({ tx: scope.tx, projectId }, imported);
  return { of, libraries: [...libraries, ...used.filter(({ id }) => !frozen.has(id))] };
}

type Sent = Pick<BuildJob, "functions" | "kept" | "libraries">;

/** What a worker receives for a build, with the tests that it runs. */
export const withTests = (sent: Sent, { of, libraries }: TestsToRun): Sent & Pick<BuildJob, "runTests"> =>
  of.size === 0
    ? sent
    : {
        ...sent,
        functions: sent.functions.map((one) => ({ ...one, ...(of.has(one.id) ? { tests: of.get(one.id) } : {}) })),
        runTests: true,
        libraries,
      };

export interface TestsOfBuild {
  counts: TestCounts;
  /** A line for each failed test, with its place. */
  failures: DeploymentError[];
}

const failure = (slug: string, message: string, line: number | null = null): DeploymentError => ({
  code: "TESTS_FAILED",
  step: "tests",
  message: `Tests of Function ${slug}: ${message}`,
  file: `${slug}.test.ts`,
  line,
});

function failuresOf(slug: string, tested: NonNullable<BuiltFunction["tests"]>): DeploymentError[] {
  const unbuilt = tested.diagnostics.filter(({ severity }) => severity === "error");
  return [
    ...unbuilt.map(({ message, line }) => failure(slug, message, line)),
    ...(tested.error === null ? [] : [failure(slug, tested.error.message, tested.error.line)]),
    ...tested.tests
      .filter(({ status }) => status === "failed")
      .map(({ name, error }) => failure(slug, `${name.join(" > ")}: ${error?.message ?? "failed"}`, error?.line)),
  ];
}

/**
 * The outcome of the tests of a build whose Functions are all valid. A Function whose tests the worker did not run has
 * failed them: a worker of an earlier version knows no tests.
 */
export function testsOfBuild(
  tested: ReadonlySet<string>,
  built: readonly { drafted: Pick<SnapshotFunction, "id" | "slug">; result: Pick<BuiltFunction, "tests"> }[],
): TestsOfBuild {
  const asked = built.filter(({ drafted }) => tested.has(drafted.id));
  const ran = asked.flatMap(({ result }) => result.tests ?? []);
  const counts = countTests(ran);
  const missing = asked.filter(({ result }) => result.tests === undefined);
  return {
    counts: { ...counts, failed: counts.failed + missing.length },
    failures: asked.flatMap(({ drafted: { slug }, result }) =>
      result.tests === undefined ? [failure(slug, "the worker did not run them.")] : failuresOf(slug, result.tests),
    ),
  };
}

/** The outcome in one sentence. */
export const testsSentence = ({ passed, failed, skipped }: TestCounts): string =>
  `Ran the tests: ${passed} passed, ${failed} failed, ${skipped} skipped.`;
