import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CronAttempt } from "@ferrule/contract/internal/cron-runs.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createMasker } from "../../ground/masking/masker.ts";
import { standIn } from "../../testing/stand-in.ts";
import { startTestWorker } from "../../testing/test-worker.ts";
import { runAttempt } from "./run-attempt.ts";

const inputSchema = { type: "object", properties: { day: { type: "string" } }, required: ["day"] };
const functions = [
  { name: "report", code: "report", inputSchema, runPolicy: { deadlineSeconds: 600 } },
  { name: "plain", code: "plain", inputSchema },
];

describe("attempts of cron runs", () => {
  const worker = duringTests(() => startTestWorker({ functions }));
  let made = 0;
  const attemptOf = (functionId: string, input: unknown = { day: "Monday" }): CronAttempt => ({
    runId: `run_${(made += 1)}`,
    attempt: 1,
    cronBindingId: "crn_one",
    name: "One",
    projectId: "prj_one",
    environment: "development",
    functionId,
    tenantId: "default",
    input,
    executionId: `exe_${made}`,
    requestId: `req_${made}`,
  });
  async function run(attempt: CronAttempt) {
    const { slots, deployed, record, runs } = worker.serving;
    const invoke = standIn({ plain: () => "done" });
    const log = createLog("worker", "silent");
    const means = { slots, deployed, record, runs, invoke, masker: createMasker(), workerId: "wrk_one", log };
    const end = await runAttempt(attempt, means, new AbortController().signal);
    return { end, calls: invoke.calls.length, record: worker.records.findLast(({ id }) => id === attempt.executionId) };
  }

  test("one of a durable Function starts one run, however often it is tried, and has succeeded then", async () => {
    const { startedRuns } = worker.feed;
    const attempt = attemptOf("fn_report");
    const { end, calls, record } = await run(attempt);
    assert.deepEqual([end, calls], [{ status: "succeeded", error: null }, 0]);
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

  test("one whose run cannot be stored has failed with the reason", async () => {
    worker.feed.startedRuns.refuse("full");
    const { end, record } = await run(attemptOf("fn_report"));
    worker.feed.startedRuns.refuse(null);
    assert.deepEqual([end.status, end.error?.code, record?.status], ["rejected", "RATE_LIMITED", "rejected"]);
    assert.equal((await run(attemptOf("fn_report", { day: 1 }))).end.error?.code, "INPUT_INVALID");
  });

  test("one of a plain Function runs it", async () => {
    const before = worker.feed.startedRuns.stored.length;
    const { end, calls } = await run(attemptOf("fn_plain"));
    assert.deepEqual([end.status, calls, worker.feed.startedRuns.stored.length], ["succeeded", 1, before]);
  });
});
