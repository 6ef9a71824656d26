// Why: docs/decisions/tests-in-the-sandbox.md
import { createHash } from "node:crypto";
import type { BuildFunction, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import { requestOf } from "./build-all.ts";
import { testFileAnswer } from "./messages/build-answers.ts";
import type { CoveredFile } from "./coverage/covered-file.ts";
import { buildKey } from "./cache/build-key.ts";
import {
  type BundledTests,
  nothingDerived,
  type TestFileAnswer,
  type TestFileRequest,
} from "./messages/build-messages.ts";
import { ask, askForBundle, type BuildMeans, isDiagnostic, isRepeatable } from "./build-one.ts";
import type { Reply } from "./processes/guarded-process.ts";
import type { LibraryPreparation, LoadedLibraries } from "./packages/prepare-libraries.ts";
import type { ResultCache } from "./cache/result-cache.ts";

/** The program that runs the tests of one Function. */
export interface BuiltTests {
  diagnostics: Diagnostic[];
  /** Null when a diagnostic is an error. */
  bundle: BundleBytes | null;
  /** With coverage: the files, in the order of their counters. */
  covered: CoveredFile[];
}

export interface TestSources {
  preparation: LibraryPreparation;
  cache: ResultCache;
  /** Of the builder. */
  fingerprint: string;
  /** The module `ferrule/test`, as one text without imports. */
  framework: string;
  coverage: boolean;
  /** Lets checks run one after another: each has a limit of its own. */
  inTurn: <T>(run: () => Promise<T>) => Promise<T>;
}

type CheckedFile = TestFileAnswer & { texts: Buffer | null };

const failed = (...diagnostics: Diagnostic[]): BuiltTests => ({ diagnostics, bundle: null, covered: [] });

/** The key of a program of tests. It covers everything that the program depends on, and no id. */
function testsKey(one: BuildFunction, { fingerprint, framework, coverage }: TestSources, libraries: unknown): string {
  const own = buildKey(one, fingerprint, libraries);
  const parts = ["tests", own, one.slug, one.tests?.source, framework, coverage];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

async function check(
  one: BuildFunction,
  means: BuildMeans,
  loaded: LoadedLibraries | undefined,
  coverage: boolean,
): Promise<CheckedFile | Diagnostic> {
  const tested = { ...requestOf(one), libraries: loaded?.libraries };
  const testFile = { slug: one.slug, source: one.tests?.source ?? "", coverage };
  const read = ({ body, blobs }: Reply): CheckedFile => {
    if (blobs.length > 1) throw new RangeError("One blob at most was asked for.");
    return { ...testFileAnswer.parse(body), texts: blobs[0] ?? null };
  };
  return ask(means.compiler, { testFile, tested } satisfies TestFileRequest, read, means, loaded?.blobs);
}

async function build(
  one: BuildFunction,
  means: BuildMeans,
  loaded: LoadedLibraries | undefined,
  { framework, coverage, inTurn }: TestSources,
): Promise<BuiltTests> {
  const checked = await inTurn(() => check(one, means, loaded, coverage));
  if (isDiagnostic(checked)) return failed(checked);
  const { diagnostics, covered, texts } = checked;
  if (diagnostics.some(({ severity }) => severity === "error")) return failed(...diagnostics);
  const blobs = [...(loaded?.blobs ?? []), ...(texts === null ? [] : [texts])];
  const tests: BundledTests = {
    slug: one.slug,
    source: one.tests?.source ?? "",
    framework,
    ...(texts === null ? {} : { covered: { files: covered, blob: blobs.length - 1 } }),
  };
  const made = await askForBundle({ source: one.source, libraries: loaded?.libraries, tests }, means, blobs);
  return { diagnostics: [...made.diagnostics, ...diagnostics], bundle: made.bundle, covered };
}

/**
 * Builds the program that runs the tests of one Function, which builds by itself: the test file, the Function, its
 * Libraries and the framework in one module. Rejects only with the signal's reason.
 */
export async function buildTests(given: BuildFunction, means: BuildMeans, sources: TestSources): Promise<BuiltTests> {
  const { preparation, cache } = sources;
  const libraries = [...new Set([...(given.libraries ?? []), ...(given.tests?.libraries ?? [])])];
  const one = { ...given, libraries };
  const prepared = await preparation.of(one);
  if (isDiagnostic(prepared)) return failed(prepared);
  const key = testsKey(one, sources, prepared.identity);
  const kept = await cache.get(key);
  if (kept !== undefined) return { ...kept, covered: kept.covered ?? [] };
  const loaded = await prepared.load();
  if (loaded !== undefined && isDiagnostic(loaded)) return failed(loaded);
  const built = await build(one, means, loaded, sources);
  const outcome = { ...built, derived: nothingDerived };
  if (isRepeatable(outcome)) await cache.set(key, outcome);
  return built;
}
