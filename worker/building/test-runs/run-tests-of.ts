import { PublicError } from "@ferrule/contract/errors.ts";
import type {
  BuildFunction,
  BuiltFunction,
  Diagnostic,
  testedFunction,
  testsResult,
} from "@ferrule/contract/internal/jobs.ts";
import type { BuildLibrary, ResolvedLibrary } from "@ferrule/contract/internal/libraries.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { Builder } from "../builds/builder.ts";
import type { BuiltTests } from "../builds/build-tests.ts";
import { createOutcomeBound } from "./bound-outcome.ts";
import { addCounters, type Counters, coverageOf } from "./coverage-of.ts";
import { type RanFile, runTestFile, type TestFile, type TestFileMeans, type TestWish } from "./run-test-file.ts";
import { testFramework } from "./test-framework.ts";

type TestedFunction = z.infer<typeof testedFunction>;
type LibraryCoverage = z.infer<typeof testsResult>["libraries"];

/** How many files of one run run at once: as many tests of drafts as a worker runs. */
const filesAtOnce = 2;
/** After this long, no further file of a run begins. */
const runMs = 270_000;
const retryMs = 500;

/** A Function with its build. */
export interface Tested {
  one: BuildFunction;
  built: BuiltFunction;
}

export interface TestsWish extends TestWish {
  projectId: string;
  libraries: readonly BuildLibrary[] | undefined;
  coverage: boolean;
}

export interface TestsMeans extends TestFileMeans {
  builder: Pick<Builder, "buildTests">;
}

interface Waiting {
  signal: AbortSignal;
  stepBack?: AbortSignal | undefined;
  /** Called when a Function's tests have ended. */
  onEnd?: ((ended: TestedFunction, done: number) => void) | undefined;
}

export interface RanTests {
  functions: TestedFunction[];
  libraries: LibraryCoverage;
  resolved: ResolvedLibrary[];
}

const nothing = { error: null, tests: [], coverage: null };
const isError = ({ severity }: Diagnostic) => severity === "error";

const hasFailed = ({ error, diagnostics, tests }: TestedFunction) =>
  error !== null || diagnostics.some(isError) || tests.some(({ status }) => status === "failed");

/** A Function that does not build has no tests to run. The places are in its own file, so the text names them. */
function ofFunction({ one: { slug }, built }: Tested): Diagnostic[] {
  return built.diagnostics.filter(isError).map(({ message, line, column, code }) => ({
    severity: "error",
    message: `${slug}.ts:${line}:${column} ${message}`.slice(0, 1_000),
    line: 1,
    column: 1,
    code,
  }));
}

const problem = (code: string, message: string) => ({ code, message, stack: null, line: null, column: null });
const notRun = () =>
  problem(
    "FILE_NOT_RUN",
    `The run took longer than ${runMs / 1_000} s, so this file was not begun. Run fewer Functions at once.`,
  );

/** Runs a file as soon as a slot is free. A failure of the worker is told as the file's own. */
async function runWhenFree(
  file: TestFile,
  wish: TestWish,
  means: TestFileMeans,
  signal: AbortSignal,
  endAt: number,
): Promise<RanFile> {
  while (performance.now() < endAt) {
    try {
      return await runTestFile(file, wish, means, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PublicError && error.code === "OVERLOADED")) {
        means.log.error({ err: error, functionId: file.one.id }, "a file of tests could not be run");
        const message = "The worker could not run this file; its log says why. Run it again.";
        return { ...nothing, error: problem("FILE_LOST", message), counters: [] };
      }
      await delay(retryMs, undefined, { signal });
    }
  }
  return { ...nothing, error: notRun(), counters: [] };
}

/** The counters of Libraries, by all files together. */
function createLibraryCounters() {
  const byName = new Map<string, Counters>();
  return {
    add(all: readonly Counters[]): void {
      for (const one of all) {
        const { name } = one.file;
        if (!name.startsWith("lib/")) continue;
        const before = byName.get(name);
        byName.set(name, before === undefined ? one : addCounters(before, one));
      }
    },
    coverage: (): LibraryCoverage =>
      [...byName]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, counters]) => ({ name, coverage: coverageOf(counters) })),
  };
}

/**
 * Builds and runs the test files of Functions, two at once, each in an isolate of its own. What one file does reaches no
 * other. With `bail`, no file begins after the first failure.
 * @throws the signal's reason
 */
export async function runTestsOf(
  tested: readonly Tested[],
  wish: TestsWish,
  means: TestsMeans,
  { signal, stepBack, onEnd }: Waiting,
): Promise<RanTests> {
  const ended: TestedFunction[] = [];
  const libraries = createLibraryCounters();
  const endAt = performance.now() + runMs;
  const { projectId, coverage } = wish;
  const bounded = createOutcomeBound();
  let done = 0;
  let isOver = false;
  const end = (index: number, one: TestedFunction) => {
    ended[index] = bounded(one);
    isOver ||= wish.bail && hasFailed(one);
    onEnd?.(one, (done += 1));
  };

  const runnable = tested.flatMap((one, index) => (one.built.valid ? [{ ...one, index }] : []));
  for (const [index, one] of tested.entries())
    if (!one.built.valid) end(index, { id: one.one.id, diagnostics: ofFunction(one), ...nothing });

  const run = async ({ one, built, index }: (typeof runnable)[number], made: BuiltTests): Promise<void> => {
    const { id } = one;
    const { bundle, diagnostics, covered } = made;
    if (bundle === null) return end(index, { id, diagnostics, ...nothing });
    const file: TestFile = { projectId, one, built, bundle, covered };
    const { counters, ...outcome } = await runWhenFree(file, wish, means, signal, endAt);
    libraries.add(counters);
    end(index, { id, diagnostics, ...outcome });
  };

  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  const options = { projectId, libraries: wish.libraries, framework: await testFramework(), coverage, signal };
  const begin = async (made: BuiltTests, place: number): Promise<boolean> => {
    if (isOver) return false;
    const own = run(runnable[place]!, made)
      .catch((error: unknown) => {
        failure ??= { error };
        isOver = true;
      })
      .finally(() => running.delete(own));
    running.add(own);
    if (running.size >= filesAtOnce) await Promise.race(running);
    return !isOver;
  };
  const functions = runnable.map(({ one }) => one);
  try {
    const resolved = isOver
      ? []
      : await means.builder.buildTests(functions, { ...options, ...(stepBack && { stepBack }) }, begin);
    await Promise.all(running);
    if (failure !== undefined) throw failure.error;
    return { functions: ended.filter((one) => one !== undefined), libraries: libraries.coverage(), resolved };
  } finally {
    await Promise.allSettled(running);
  }
}
