import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CronAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createMasker } from "../../ground/masking/masker.ts";
import { cancelled, outcome, standIn, type Behaviour } from "../../testing/stand-in.ts";
import { startTestWorker } from "../../testing/test-worker.ts";
import type { AttemptEnd } from "./attempt-end.ts";
import { runAttempt } from "./run-attempt.ts";

const inputSchema = { type: "object", properties: { day: { type: "string" } }, required: ["day"] };
const functions = [
  { name: "report", code: "report", inputSchema, runPolicy: { deadlineSeconds: 600 } },
  { name: "plain", code: "plain", inputSchema },
];

const reasonOf = (end: AttemptEnd): string => ("reason" in end ? (end.reason ?? "") : "");

describe("attempts of cron runs", () => {
  const worker = duringTests(() => startTestWorker({ functions }));
  let made = 0;
  const attemptOf = (functionId: string, input: unknown = { day: "Monday" }): CronAttempt => ({
    runId: `run_${(made += 1)}`,
    attempt: 1,
    projectId: "prj_one",
    environment: "development",
    functionId,
    mode: "cron",
    endpointId: null,
    bindingId: "crn_one",
    deployment: null,
    tenantId: "default",
    caller: { kind: "cron", id: "crn_one", name: "One" },
    input: JSON.stringify(input),
    trace: null,
    executionId: `exe_${made}`,
    requestId: `req_${made}`,
  });
  async function run(attempt: CronAttempt, behaviour: Behaviour = () => "done") {
    const { slots, functionOfRun: findFunction, record, runs } = worker.serving;
    const invoke = standIn({ plain: behaviour });
    const log = createLog("worker", "silent");
    const means = { slots, findFunction, record, runs, invoke, masker: createMasker(), workerId: "wrk_one", log };
    const end = await runAttempt(attempt, means, new AbortController().signal);
    return { end, calls: invoke.calls.length, record: worker.records.findLast(({ id }) => id === attempt.executionId) };
  }

  test("one of a durable Function starts one run, however often it is tried, and has succeeded then", async () => {
    const { startedRuns } = worker.feed;
    const attempt = attemptOf("fn_report");
    const { end, calls, record } = await run(attempt);
    assert.deepEqual([end, calls], [{ end: "succeeded", reason: null }, 0]);
    const [stored] = startedRuns.stored;
    const { source, key, endpointId, bindingId, caller, deadlineSeconds, approval, input } = stored!;
    assert.deepEqual(
      { source, key, endpointId, bindingId, caller, deadlineSeconds, approval, input },
      {
        source: "cron",
        key: `cron:${attempt.runId}`,
        endpointId: null,
        bindingId: "crn_one",
        caller: { kind: "cron", id: "crn_one", name: "One" },
        deadlineSeconds: 600,
        approval: null,
        input: '{"day":"Monday"}',
      },
    );
    assert.deepEqual([record?.source, record?.output], ["cron", { run: stored?.id }]);
    await run({ ...attempt, attempt: 2 });
    assert.equal(startedRuns.stored.length, 1);
    await run(attemptOf("fn_report"));
    assert.equal(startedRuns.stored.length, 2);
  });

  test("one whose run cannot be stored now waits, and one that no attempt can start is given up", async () => {
    worker.feed.startedRuns.refuse("full");
    const full = await run(attemptOf("fn_report"));
    assert.deepEqual([full.end.end, full.end.postponeMs, full.record], ["postponed", 60_000, undefined]);
    worker.feed.startedRuns.refuse("gone");
    const gone = await run(attemptOf("fn_report"));
    assert.deepEqual([gone.end.end, gone.record?.status], ["refused", "rejected"]);
    worker.feed.startedRuns.refuse(null);
    const unfit = await run(attemptOf("fn_report", { day: 1 }));
    assert.equal(unfit.end.end, "refused");
    assert.match(reasonOf(unfit.end), /^INPUT_INVALID: /);
  });

  test("one of a plain Function runs it", async () => {
    const before = worker.feed.startedRuns.stored.length;
    const attempt = { ...attemptOf("fn_plain"), attempt: 2 };
    const { end, calls, record } = await run(attempt);
    assert.deepEqual([end.end, calls, worker.feed.startedRuns.stored.length], ["succeeded", 1, before]);
    assert.deepEqual(record?.run, { id: attempt.runId, attempt: 2 });
    assert.deepEqual(
      [record?.source, record?.bindingId, record?.endpointId, record?.caller],
      ["cron", "crn_one", null, { kind: "cron", id: "crn_one", name: "One" }],
    );
  });

  test("one that fails may be tried again, and says why in masked words", async () => {
    const throws = () => {
      const message = "It failed with Bearer fer_key_of_the_tests_0123456789.";
      return outcome({ kind: "threw", code: "Error", message, safe: false, status: null, details: null, stack: null });
    };
    const failed = await run(attemptOf("fn_plain"), throws);
    assert.equal(failed.end.end, "failed");
    assert.match(reasonOf(failed.end), /^Error: It failed with /);
    assert.doesNotMatch(reasonOf(failed.end), /fer_key_of_the_tests/);
    const stopped = await run(attemptOf("fn_plain"), () => outcome(cancelled));
    assert.deepEqual([stopped.end.end, stopped.record?.status], ["failed", "cancelled"]);
    assert.match(reasonOf(stopped.end), /^FUNCTION_CANCELLED: /);
    const nowhere = await run(attemptOf("fn_gone"));
    assert.deepEqual([nowhere.end.end, nowhere.record?.functionName], ["failed", "One"]);
    assert.equal(nowhere.record?.run?.attempt, 1);
    assert.match(reasonOf(nowhere.end), /^NOT_DEPLOYED: /);
  });
});
