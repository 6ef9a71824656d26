import type { z } from "zod";
import { z as zod } from "zod";
import { logEntry } from "@ferrule/contract/internal/execution.ts";
import { testOutcome } from "@ferrule/contract/internal/test-outcome.ts";

/** How much of a file's outcome is kept: tests, and characters of texts and logs. */
const most = { tests: 2_000, chars: 1_048_576 };
const name = zod.array(zod.string().max(600)).min(1).max(50);
const text = zod.string().max(20_000);

const reportedError = zod.strictObject({
  code: zod.string().max(200),
  message: text,
  stack: text.nullish(),
  expected: text.optional(),
  actual: text.optional(),
});
export type ReportedError = z.infer<typeof reportedError>;

const reported = testOutcome
  .pick({ status: true, durationMs: true })
  .extend({ name, error: reportedError.nullable(), logs: zod.array(logEntry).max(200) });
/** The outcome of a test as the guest tells it: unmasked, with a stack in its bundle. */
export type ReportedTest = z.infer<typeof reported>;

const report = zod.strictObject({
  began: zod.literal(true).optional(),
  ended: zod.array(reported).max(most.tests).optional(),
  begins: zod.strictObject({ name, timeoutMs: zod.number().min(0).max(60_000) }).optional(),
});

/**
 * Collects what the program of tests of one file reports. The program is not trusted: whatever it sends, this keeps a
 * bounded number of well-formed outcomes. `begins` is called with the time that the next test may take.
 */
export class FileReports {
  tests: ReportedTest[] = [];
  /** The test that has begun and not ended. */
  present: string[] | undefined;
  #chars = 0;
  readonly #begins: (timeoutMs: number | undefined) => void;

  constructor(begins: (timeoutMs: number | undefined) => void) {
    this.#begins = begins;
  }

  /** @throws RangeError when the report is malformed, or more than a file may have */
  take(given: unknown): void {
    const parsed = report.safeParse(given);
    if (!parsed.success) throw new RangeError("The program of the tests sent an invalid report.");
    const { began, ended = [], begins } = parsed.data;
    // The run began again, because its executor was lost.
    if (began === true) this.#reset();
    for (const one of ended) this.#add(one);
    this.present = begins?.name;
    this.#begins(begins?.timeoutMs);
  }

  #reset(): void {
    this.tests = [];
    this.#chars = 0;
  }

  #add(test: ReportedTest): void {
    if (this.tests.length >= most.tests) throw new RangeError(`A file may have at most ${most.tests} tests.`);
    const { logs, error, ...own } = test;
    this.#chars += JSON.stringify([own, error]).length;
    const logChars = JSON.stringify(logs).length;
    const keepsLogs = this.#chars + logChars <= most.chars;
    if (keepsLogs) this.#chars += logChars;
    if (this.#chars > 2 * most.chars) throw new RangeError("The outcomes of this file are too large together.");
    this.tests.push({ ...test, logs: keepsLogs ? logs : [] });
  }
}
