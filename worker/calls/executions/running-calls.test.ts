import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { LiveLog, WorkerReport } from "@ferrule/contract/internal/workers.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { noteSharedTime } from "@ferrule/kit/shared-time.ts";
import { reportWorker } from "../admission/report-worker.ts";
import type { Invocation, Invoke } from "../../running/sandbox/call/invocation.ts";
import { until } from "../../testing/test-worker.ts";
import { createMasker } from "../../ground/masking/masker.ts";
import { LiveLogs } from "./live-logs.ts";
import { RunningCalls } from "./running-calls.ts";

const log = createLog("test", "silent");
const slots = { running: 1, waiting: 0, capacity: 4 };

const means = <C>(client: C, calls: RunningCalls) => {
  const liveLogs = new LiveLogs(calls, createMasker());
  return { client, workerId: "wrk_1", slots, calls, liveLogs, log };
};

/** Ends when its signal aborts, like a call in the sandbox. */
const untilAborted: Invoke = ({ signal }) =>
  new Promise((resolve) => {
    const outcome = { kind: "terminated", reason: "cancelled", message: "Cancelled." };
    const end = () => resolve({ outcome } as Awaited<ReturnType<Invoke>>);
    if (signal?.aborted === true) end();
    signal?.addEventListener("abort", end);
  });

const invocationOf = (executionId: string, signal?: AbortSignal) =>
  ({
    executionId,
    requestId: "req_1",
    source: "mcp",
    environment: "development",
    tenantId: "default",
    projectId: "prj_1",
    functionId: "fn_1",
    functionName: "Slow",
    endpointId: "ep_1",
    ...(signal === undefined ? {} : { signal }),
  }) as Invocation;

test("reports a call that runs for long, and ends it when the answer says so", async () => {
  const calls = new RunningCalls();
  const invoke = calls.watch(untilAborted);
  const reports: { calls: { executionId: string; endpointId: string | null }[]; capacity: number }[] = [];
  const client = {
    async reportWorker({ body }: { body: (typeof reports)[number] }) {
      reports.push(body);
      return { cancelled: reports.some(({ calls }) => calls.length === 2) ? ["exe_1", "exe_unknown"] : [] };
    },
  };
  await using reporting = reportWorker({ ...means(client, calls), everyMs: 60_000, longMs: 20 });
  await until("it reported itself", () => reports.length > 0);
  assert.deepEqual([reports[0]?.calls, reports[0]?.capacity], [[], 4]);
  const other = new AbortController();
  const [one, two] = [invoke(invocationOf("exe_1")), invoke(invocationOf("exe_2", other.signal))];
  assert.equal((await one).outcome.kind, "terminated");
  await until(
    "the other one is told of alone",
    () =>
      reports
        .at(-1)
        ?.calls.map(({ executionId }) => executionId)
        .join() === "exe_2",
  );
  other.abort();
  assert.equal((await two).outcome.kind, "terminated");
  await until("that none is left is told too", () => reports.at(-1)?.calls.length === 0);
  const count = reports.length;
  await delay(100);
  assert.equal(reports.length, count, "and then nothing");
  assert.ok(reporting);
});

test("shows no call before its time, and none that has ended", async () => {
  const calls = new RunningCalls();
  const controller = new AbortController();
  const call = calls.watch(untilAborted)(invocationOf("exe_1", controller.signal));
  assert.deepEqual(calls.longerThan(60_000, 10), []);
  assert.deepEqual(
    calls.longerThan(0, 10).map(({ executionId, endpointId }) => [executionId, endpointId]),
    [["exe_1", "ep_1"]],
  );
  assert.deepEqual(calls.longerThan(0, 0), []);
  controller.abort();
  await call;
  assert.deepEqual(calls.longerThan(0, 10), []);
});

test("knows how long a call has run whatever the shared clock does meanwhile", async () => {
  const calls = new RunningCalls();
  const controller = new AbortController();
  const call = calls.watch(untilAborted)(invocationOf("exe_1", controller.signal));
  try {
    for (const [aheadMs, longMs, expected] of [
      [600_000, 60_000, 0],
      [-600_000, 0, 1],
    ] as const) {
      noteSharedTime(Date.now() + aheadMs, Date.now(), Date.now());
      assert.equal(calls.longerThan(longMs, 10).length, expected);
    }
  } finally {
    noteSharedTime(Date.now(), Date.now(), Date.now());
    controller.abort();
    await call;
  }
});

test("goes on reporting after a control plane that was away", async () => {
  let asked = 0;
  const client = {
    async reportWorker() {
      asked += 1;
      if (asked < 3) throw new Error("connect ECONNREFUSED");
      return { cancelled: [] };
    },
  };
  const calls = new RunningCalls();
  await using reporting = reportWorker({ ...means(client, calls), everyMs: 1, longMs: 5 });
  await until("it is heard", () => asked >= 3);
  assert.ok(reporting);
});

test("sends the log of a call only while somebody watches it, and only when it has changed", async () => {
  const calls = new RunningCalls();
  const controller = new AbortController();
  const invocation = invocationOf("exe_1", controller.signal);
  const line = (message: string): LogEntry => ({ at: "2026-11-21T08:00:00.000Z", level: "info", message });
  const written = { entries: [line("one")] };
  invocation.written = written;
  const call = calls.watch(untilAborted)(invocation);
  let watched: string[] = [];
  let isAway = false;
  const sent: LiveLog[][] = [];
  const client = {
    async reportWorker({ body: { logs = [] } }: { body: Pick<WorkerReport, "logs"> }) {
      if (isAway) throw new Error("connect ECONNREFUSED");
      sent.push(logs);
      return { cancelled: [], watched };
    },
  };
  const messages = () => sent.flat().map(({ lines }) => lines.map(({ message }) => message).join());
  await using reporting = reportWorker({ ...means(client, calls), everyMs: 60_000, longMs: 20 });
  await until("it has reported the call", () => sent.length > 2);
  assert.deepEqual(messages(), [], "nobody watches it");
  watched = ["exe_1", "exe_unknown"];
  await until("it sends the log", () => messages().length > 0);
  const count = sent.length;
  await until("it goes on reporting", () => sent.length > count + 2);
  assert.deepEqual(messages(), ["one"], "it has not changed");
  isAway = true;
  written.entries.push(line("two"));
  await delay(60);
  isAway = false;
  await until("it sends the change again that was lost", () => messages().length > 1);
  assert.deepEqual(messages().at(-1), "one,two");
  // The call starts again.
  written.entries = [line("new"), line("one")];
  await until("it sends the new log", () => messages().length > 2);
  assert.deepEqual(messages().at(-1), "new,one");
  watched = [];
  const before = sent.length;
  await until("it has learned that nobody watches", () => sent.length > before + 1);
  written.entries.push(line("unseen"));
  await delay(100);
  assert.equal(messages().length, 3);
  controller.abort();
  await call;
  assert.ok(reporting);
});

test("sends the latest lines of a long log, masked", async () => {
  const calls = new RunningCalls();
  const controller = new AbortController();
  const invocation = invocationOf("exe_1", controller.signal);
  const message = `Bearer fer_key_of_the_tests_0123456789 ${"x".repeat(1_000)}`;
  const at = "2026-11-21T08:00:00.000Z";
  invocation.written = {
    entries: Array.from({ length: 900 }, (_, n) => ({ at, level: "info", message, data: { n } })),
  };
  const call = calls.watch(untilAborted)(invocation);
  const logs = new LiveLogs(calls, createMasker());
  assert.deepEqual(logs.changed(), []);
  assert.equal(logs.taken(["exe_1"]), true);
  const [sent] = logs.changed();
  assert.ok(sent);
  assert.ok(sent.lines.length > 40 && JSON.stringify(sent.lines).length < 67_000);
  assert.equal(sent.omitted + sent.lines.length, 900);
  assert.deepEqual(sent.lines.at(-1)?.data, { n: 899 });
  assert.doesNotMatch(JSON.stringify(sent), /fer_key_of_the_tests/);
  controller.abort();
  await call;
  assert.equal(logs.taken(["exe_1"]), false);
  assert.deepEqual(logs.changed(), [], "it has ended");
});
