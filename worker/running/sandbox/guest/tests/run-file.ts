import type { TestKit } from "./test-kit.ts";
import { resetCalls } from "./call.ts";
import { beginComparisons, endComparisons } from "./expect/expect.ts";
import { AssertionError } from "./expect/assertion-error.ts";
import { real } from "./globals.ts";
import { takeLogsOf, type TakenLogs } from "./logs.ts";
import { closeRegistry, groupsOf, type RegisteredTest } from "./registry.ts";

/** What the worker asks for. */
export interface FileWish {
  /** Only tests with this text in their names. */
  name: string | undefined;
  bail: boolean;
  /** The time of a test that sets none. */
  testMs: number;
}

const longestMs = 30_000;
const mostTextChars = 4_096;

class TestTimeout extends Error {
  override name = "TestTimeout";
}

/** The outcome of one test, as the worker expects it. */
interface Outcome {
  name: string[];
  status: "passed" | "failed" | "skipped";
  durationMs: number;
  error: unknown;
  logs: TakenLogs["entries"];
}

const namesOf = (test: RegisteredTest): string[] => [...groupsOf(test).flatMap(({ name }) => name ?? []), test.name];

function describeFailure(kit: TestKit, error: unknown): object {
  if (error instanceof AssertionError) {
    const { message, stack, expected, actual } = error;
    return { code: "ASSERTION", message: message.slice(0, mostTextChars), stack, expected, actual };
  }
  if (error instanceof TestTimeout) return { code: "TEST_TIMEOUT", message: error.message, stack: null };
  const { code, message, stack } = JSON.parse(kit.describeError(error)) as Record<string, unknown>;
  return { code: code === "FUNCTION_ERROR" ? "TEST_FAILED" : code, message, stack };
}

/** Runs the hooks and the body of a test. Hooks of outer groups come first before it, and last after it. */
async function runBody(test: RegisteredTest): Promise<void> {
  const groups = groupsOf(test);
  const failures: unknown[] = [];
  const attempt = async (body: () => unknown): Promise<boolean> => {
    try {
      await body();
      return true;
    } catch (error) {
      failures.push(error);
      return false;
    }
  };
  let isReady = true;
  for (const body of groups.flatMap(({ before }) => before)) isReady &&= await attempt(body);
  if (isReady) await attempt(test.body);
  for (const body of groups.toReversed().flatMap(({ after }) => after)) await attempt(body);
  if (failures.length > 0) throw failures[0];
  endComparisons();
}

async function runTest(kit: TestKit, test: RegisteredTest, timeoutMs: number): Promise<Outcome> {
  const began = real.now();
  const logs = takeLogsOf(kit);
  let timer = 0;
  beginComparisons();
  const outcome = { name: namesOf(test), status: "passed" as Outcome["status"], error: null as unknown };
  try {
    const late = new Promise<never>((_, reject) => {
      kit.takeTimerErrors(reject);
      const message = `The test did not end within ${timeoutMs / 1_000} s. Await everything that it waits for, or give it more time: test("…", …, { timeout: 10_000 }).`;
      timer = real.setTimeout(() => reject(new TestTimeout(message)), timeoutMs);
    });
    await Promise.race([runBody(test), late]);
  } catch (error) {
    outcome.status = "failed";
    outcome.error = describeFailure(kit, error);
  } finally {
    real.clearTimeout(timer);
    kit.takeTimerErrors(() => undefined);
    resetCalls();
  }
  return { ...outcome, durationMs: real.now() - began, logs: logs.entries };
}

/** Runs the tests of the file one after another, and reports each before it begins and when it has ended. */
export async function runFile(kit: TestKit, wish: FileWish): Promise<void> {
  const tests = closeRegistry();
  const hasOnly = tests.some((test) => test.mode === "only" || groupsOf(test).some(({ mode }) => mode === "only"));
  const isLeftOut = (test: RegisteredTest) => {
    const groups = groupsOf(test);
    if (test.mode === "skip" || groups.some(({ mode }) => mode === "skip")) return true;
    return hasOnly && test.mode !== "only" && !groups.some(({ mode }) => mode === "only");
  };
  const part = wish.name?.toLowerCase();
  const wanted = tests.filter((test) => part === undefined || namesOf(test).join(" > ").toLowerCase().includes(part));
  await kit.ask("tests.report", { began: true });
  let ended: Outcome[] = [];
  for (const test of wanted) {
    if (isLeftOut(test)) {
      ended.push({ name: namesOf(test), status: "skipped", durationMs: 0, error: null, logs: [] });
      continue;
    }
    const timeoutMs = Math.min(test.timeoutMs ?? wish.testMs, longestMs);
    await kit.ask("tests.report", { ended, begins: { name: namesOf(test), timeoutMs } });
    const outcome = await runTest(kit, test, timeoutMs);
    ended = [outcome];
    if (wish.bail && outcome.status === "failed") break;
  }
  if (ended.length > 0) await kit.ask("tests.report", { ended });
}
