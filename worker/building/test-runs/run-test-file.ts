// Why: docs/decisions/tests-in-the-sandbox.md
import type { BuildFunction, BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import type { fileOutcome, testError } from "@ferrule/contract/internal/test-outcome.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { z } from "zod";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { CoveredFile } from "../builds/coverage/covered-file.ts";
import { entryOf } from "../../deployed/endpoints/artifacts/artifact-digest.ts";
import { compileFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import type { Invocation, InvocationResult, Outcome } from "../../running/sandbox/call/invocation.ts";
import type { StackMapper } from "../../running/sandbox/call/outcome/stack-mapper.ts";
import { checksOf } from "./call-checks.ts";
import { type Counters, coverageOf, readCounters } from "./coverage-of.ts";
import { FileReports, type ReportedError, type ReportedTest } from "./file-reports.ts";
import { placeStack, type StackMeans } from "./place-stack.ts";
import { RunMask } from "./run-mask.ts";

type FileOutcome = z.infer<typeof fileOutcome>;
type TestError = z.infer<typeof testError>;

/** The limits of one file, and of a test that sets none. */
const fileMs = 30_000;
const memoryMb = 256;
const testMs = 5_000;
/** How much later than its limit a test that keeps the isolate busy is ended, with its file. */
const graceMs = 2_000;

/** What is needed to run files of tests. */
export interface TestFileMeans {
  /** Runs in one of the slots for background work. Rejects with PublicError OVERLOADED when none is free in time. */
  invoke: (invocation: Invocation) => Promise<InvocationResult>;
  stacks: Pick<StackMapper, "map">;
  /** MASKED_NAMES. */
  maskedNames: readonly string[];
  log: Log;
}

/** A test file that is built, with the Function that it tests. */
export interface TestFile {
  projectId: string;
  one: BuildFunction;
  built: BuiltFunction;
  bundle: BundleBytes;
  covered: readonly CoveredFile[];
}

export interface TestWish {
  name?: string | undefined;
  bail: boolean;
}

export type RanFile = FileOutcome & { counters: readonly Counters[] };

/** The Function with its compiled schemas, as callers meet it. */
function compiled({ one, built, bundle }: TestFile, log: Log) {
  const inputSchema = one.inputSchema ?? built.derived.inputSchema ?? { type: "object" };
  const outputSchema = one.outputSchema ?? built.derived.outputSchema;
  const { id, slug, permissions } = one;
  const described = { id, slug, name: slug, description: "", permissions, inputSchema, outputSchema };
  const artifact = { ...described, bundleDigest: bundle.digest, timeoutMs: one.tests?.timeoutMs ?? 0, memoryMb };
  return compileFunction(entryOf(artifact), async () => bundle, log);
}

const plainError = (code: string, message: string): ReportedError => ({ code, message });

/** Why a file did not run to its end. Null when it did. */
function fileProblem(outcome: Outcome, present: string[] | undefined, isStuck: boolean): ReportedError | null {
  const during = present === undefined ? "" : `, during the test "${present.join(" > ")}"`;
  if (outcome.kind === "returned" || outcome.kind === "suspended" || outcome.kind === "asked") return null;
  if (outcome.kind === "threw") return { code: "FILE_FAILED", message: outcome.message, stack: outcome.stack };
  if (isStuck)
    return plainError(
      "FILE_TIMEOUT",
      `The file was ended${during}: the test did not end in its time, and let nothing else run.`,
    );
  switch (outcome.reason) {
    case "timeout":
      return plainError("FILE_TIMEOUT", `The tests of the file took longer than ${fileMs / 1_000} s${during}.`);
    case "cpu":
      return plainError("FILE_TIMEOUT", `The tests of the file used more CPU time than a file may${during}.`);
    case "memory":
      return plainError("FILE_MEMORY", `The tests of the file used more memory than ${memoryMb} MB${during}.`);
    case "output":
      return plainError("FILE_FAILED", `The outcome of the file is too large${during}.`);
    default:
      return plainError("FILE_LOST", `The file could not be run to its end${during}: ${outcome.message}`);
  }
}

/** Ends an invocation when a test has not ended in its time. */
class Watch implements Disposable {
  readonly #stuck = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  get signal(): AbortSignal {
    return this.#stuck.signal;
  }

  readonly begins = (timeoutMs: number | undefined): void => {
    clearTimeout(this.#timer);
    if (timeoutMs !== undefined) this.#timer = setTimeout(() => this.#stuck.abort(), timeoutMs + graceMs);
  };

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

function invocationOf(file: TestFile, wish: TestWish, tests: NonNullable<Invocation["tests"]>): Invocation {
  const { projectId, one, bundle } = file;
  const id = identifier("exe");
  const tested = {
    permissions: one.permissions,
    timeoutMs: one.tests?.timeoutMs ?? fileMs,
    durable: one.run === "durable",
  };
  return {
    executionId: id,
    requestId: id,
    source: "test",
    environment: "development",
    tenantId: "default",
    caller: { kind: "anonymous", id: null, name: null },
    projectId,
    functionId: one.id,
    functionName: one.slug,
    deploymentId: null,
    attempt: 1,
    bundle: { digest: bundle.digest, load: async () => bundle },
    grant: noPermissions,
    // No other run shares the isolate.
    grantKey: id,
    timeoutMs: fileMs,
    memoryMb,
    inputJson: JSON.stringify({ name: wish.name, bail: wish.bail, testMs, tested }),
    tests,
  };
}

/** Shows errors and tests as their author may see them. */
function shownBy(mask: RunMask, means: StackMeans) {
  const shownError = async ({ code, message, stack, expected, actual }: ReportedError): Promise<TestError> => {
    const placed = await placeStack(stack, means);
    return {
      code,
      message: mask.text(message),
      ...placed,
      stack: placed.stack && mask.text(placed.stack),
      ...(expected === undefined ? {} : { expected: mask.text(expected) }),
      ...(actual === undefined ? {} : { actual: mask.text(actual) }),
    };
  };
  const shownTest = async ({ error, logs, name, ...rest }: ReportedTest): Promise<FileOutcome["tests"][number]> => ({
    ...rest,
    name: name.map((one) => mask.text(one)),
    error: error && (await shownError(error)),
    logs: mask.logs(logs),
  });
  return { shownError, shownTest };
}

/**
 * Runs one test file in an isolate of its own with an empty grant, so that nothing that it does reaches anything outside.
 * Whatever it does is told in its outcome.
 * @throws the signal's reason; PublicError OVERLOADED
 */
export async function runTestFile(
  file: TestFile,
  wish: TestWish,
  means: TestFileMeans,
  signal: AbortSignal,
): Promise<RanFile> {
  const { projectId, one, bundle, covered } = file;
  const mask = new RunMask(means.maskedNames);
  using watch = new Watch();
  const reports = new FileReports(watch.begins);
  const checks = checksOf({ called: compiled(file, means.log), mask });
  const tests = {
    "tests.accept": (given: unknown) => checks.accept(given),
    "tests.settle": (given: unknown) => checks.settle(given),
    "tests.report": (given: unknown) => reports.take(given),
  };
  const invocation = invocationOf(file, wish, tests);
  const { outcome } = await means.invoke({ ...invocation, signal: AbortSignal.any([signal, watch.signal]) });
  signal.throwIfAborted();
  const { shownError, shownTest } = shownBy(mask, { stacks: means.stacks, projectId, slug: one.slug, bundle });
  const problem = fileProblem(outcome, reports.present, watch.signal.aborted);
  const ended: FileOutcome["tests"] = [];
  for (const test of reports.tests) ended.push(await shownTest(test));
  const error = problem && (await shownError(problem));
  if (error !== null && reports.present !== undefined) {
    const name = reports.present.map((part) => mask.text(part));
    ended.push({ name, status: "failed", durationMs: 0, error, logs: [] });
  }
  const counters = outcome.kind === "returned" ? (readCounters(outcome.outputJson, covered) ?? []) : [];
  const own = counters.find(({ file: { name } }) => name === "function.ts");
  return { error, tests: ended, coverage: own === undefined ? null : coverageOf(own), counters };
}
