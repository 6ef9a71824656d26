import type { Operations } from "@ferrule/contract/operations.ts";
import type { TestCaseResult } from "@ferrule/contract/resources/test-case.ts";
import { findFunction } from "../functions/queries/functions.ts";
import { requireSaved } from "../functions/require-saved.ts";
import type { Handlers, HandlerContext } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { toPublicError } from "../../ground/handler/to-public-error.ts";
import { prepareRuns, type PreparedRun } from "./prepare-runs.ts";
import { listTestCasesIn } from "./queries.ts";
import { runPrepared } from "./run-prepared.ts";

/** At most so many run at once, so that one Function's cases leave slots to others; then the time for all of them. */
const atOnce = 4;
const withinMs = 280_000;

type Context = HandlerContext<Operations["runTestCases"]>;

async function prepare({ app, write, params, body, actor, operation, requestId }: Context): Promise<PreparedRun[]> {
  const { environment, source } = body;
  let runs: PreparedRun[] = [];
  await write(async (scope) => {
    const row = found(await findFunction(scope, params.functionId));
    requireRoleIn(operation, environment, actor);
    const testCases = await listTestCasesIn(scope, row.id, environment);
    runs = await prepareRuns(app, scope, row, testCases, { actor, requestId, environment, source });
    const saved = source === undefined || source === row.source;
    const changes = { environment, testCases: testCases.length, saved };
    return { answer: undefined, audit: { kind: "function", id: row.id, name: row.slug, changes } };
  });
  return runs;
}

/** The result of a test case that could not run: a failure with its reason. */
const notRun = ({ testCase: { id, name } }: PreparedRun, difference: string): TestCaseResult => ({
  testCaseId: id,
  name,
  passed: false,
  difference,
  run: null,
});

/**
 * Runs the draft with all test cases of an environment, oldest first and a few at a time. It returns a result for each.
 * A case whose turn does not come within 280 s fails, with that reason.
 */
export const runTestCases: Handlers["runTestCases"] = async (context) => {
  const { app, projectId, body } = context;
  requireSaved(body.environment, body.source);
  const runs = await prepare(context);
  const tooLate = AbortSignal.timeout(withinMs);
  const signal = AbortSignal.any([context.signal, tooLate]);
  const items: TestCaseResult[] = [];
  const waiting = runs.entries();
  const takeTurns = async () => {
    for (const [at, run] of waiting) {
      items[at] = signal.aborted
        ? notRun(run, "It was not run, because all test cases together took too long.")
        : await runPrepared(app, projectId, run, signal).catch((error: unknown) =>
            notRun(run, `It could not be run: ${toPublicError(error).message}`),
          );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  const passed = items.filter((item) => item.passed).length;
  return { passed, failed: items.length - passed, items };
};
