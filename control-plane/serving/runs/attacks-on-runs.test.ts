import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { RunWait } from "@ferrule/contract/internal/runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { questionOf, startRunScene } from "./testing/start-run-scene.ts";

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let at = 0; at < levels; at += 1) value = [value];
  return value;
};

describe("attacks on runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  const begin = async (over = {}) => {
    const run = given.of(over);
    await given.start(run);
    const worker = given.scene.worker();
    const attempts = await given.claim(worker);
    const attempt = attempts.find(({ runId }) => runId === run.id);
    assert.ok(attempt);
    return { run, worker, attempt };
  };
  const event = (key: string, over: Partial<RunWait & { kind: "event" }> = {}): RunWait => ({
    kind: "event",
    key,
    position: 0,
    event: "paid",
    timeoutMs: 60_000,
    ...over,
  });
  const statusOf = async (id: string) => (await given.row(id)).status;
  const wokenBy = async (data: unknown, from = {}) => {
    const result = await given.ask("send", { name: "paid", data }, from);
    return result.ok ? (result.value as { woken: number }).woken : result.code;
  };

  test("a run of another tenant or environment does not exist: to read, to cancel, to wake, to wait for, to name", async () => {
    const { run, worker, attempt } = await begin();
    for (const foreign of [{ tenantId: "other" }, { environment: "production" as const }]) {
      const read = await given.ask("get", { runId: run.id }, foreign);
      assert.deepEqual(read.ok && read.value, { run: null });
      const cancelled = await given.ask("cancel", { runId: run.id }, foreign);
      assert.deepEqual(cancelled.ok && cancelled.value, { cancelled: false });
    }
    await given.suspend(worker, attempt, event("e"));
    for (const foreign of [{ tenantId: "other" }, { environment: "production" as const }])
      for (const runId of [undefined, run.id]) {
        const sent = await given.ask("send", { name: "paid", data: 1, ...(runId && { runId }) }, foreign);
        assert.deepEqual(sent.ok && sent.value, { woken: 0 });
      }
    assert.equal(await statusOf(run.id), "waiting");
    const other = await begin({ tenantId: "other" });
    await given.suspend(other.worker, other.attempt, {
      kind: "child",
      key: "c",
      position: 0,
      runId: run.id,
      timeoutMs: null,
    });
    const [next] = await given.claim(given.scene.worker());
    assert.deepEqual(
      next?.steps.map(({ value }) => value),
      ["null"],
      "as if there were none",
    );
  });

  test("another Project's worker calls reach no run: to store, to start a child, to read", async () => {
    const { run, attempt } = await begin();
    const stranger = await given.scene.plane.createProject();
    const { ask } = given.scene.worker();
    const question = {
      projectId: stranger.id,
      environment: "development",
      endpointId: "end_x",
      tenantId: "default",
      caller: run.caller,
      waitMs: 0,
    };
    assert.equal((await ask("readRun", question, run.id)).status, 404);
    const { waitMs: _waitMs, ...cancellation } = question;
    assert.equal((await ask("cancelRunOfCaller", cancellation, run.id)).status, 404);
    assert.equal(
      (await ask("startRuns", { projectId: stranger.id, runs: [given.of()] })).body["results"] !== undefined,
      true,
    );
    assert.equal(await statusOf(run.id), "running");
    assert.equal((await given.keep(attempt, "a")).ok, true);
  });

  test("nobody but the execution of the attempt stores steps, starts children or ends it", async () => {
    const { run, worker, attempt } = await begin();
    const forged = { ...attempt, executionId: identifier("exe") };
    const refused = await given.keep(forged, "a");
    assert.deepEqual([refused.ok, !refused.ok && refused.code], [false, "ATTEMPT_ENDED"]);
    const parent = { runId: run.id, attempt: attempt.attempt, key: "start:x", position: 0, detached: false };
    for (const over of [{}, { attempt: attempt.attempt + 1 }, { runId: "run_none" }]) {
      const child = await given.ask("start", { run: given.of(), parent: { ...parent, ...over } }, forged);
      assert.equal(child.ok, false);
    }
    assert.equal(await given.complete(given.scene.worker(), attempt), 409, "another worker");
    assert.equal(await given.complete(worker, { ...attempt, attempt: attempt.attempt + 1 }), 409, "another attempt");
    await given.loseWorkers();
    await given.tick();
    const again = await given.claimOne(given.scene.worker());
    assert.equal(await given.complete(worker, attempt), 409, "a worker that has lost it");
    const stale = await given.keep(attempt, "a");
    assert.equal(stale.ok, false);
    assert.deepEqual([again.runId, again.steps], [run.id, []]);
  });

  test("a caller of internal routes without a worker's token gets nothing", async () => {
    const url = given.scene.plane.internalUrl;
    for (const authorization of [undefined, "Bearer x", "Bearer ", `Basic ${"x".repeat(100)}`])
      for (const path of ["/internal/runs", "/internal/runs/claim", "/internal/runs/run_x/complete"]) {
        const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
        const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: "{}" });
        await answer.arrayBuffer();
        assert.ok([401, 403, 404].includes(answer.status), `${path} ${answer.status}`);
      }
  });

  test("data of events that no database takes is refused clearly or stored, and wakes what it fits", async () => {
    const texts = [
      "\0",
      "a\0b",
      "\\u0000",
      "\\\\u0000",
      "\ud800",
      "x\udc00y",
      "\\ud800",
      "'; drop table runs; --",
      "\u202e",
    ];
    for (const text of texts)
      for (const data of [text, { [text]: text }, [text]]) {
        const outcome = await wokenBy(data);
        assert.ok(outcome === 0 || outcome === "VALIDATION_ERROR", `${JSON.stringify(data)}: ${outcome}`);
      }
    for (const data of [deep(500), deep(3_000), JSON.parse('{"__proto__":{"a":1}}'), 1e308, "x".repeat(1_100_000)]) {
      const outcome = await wokenBy(data);
      assert.ok(
        [0, "VALIDATION_ERROR", "LIMIT_EXCEEDED", "PAYLOAD_TOO_LARGE"].includes(outcome),
        `${JSON.stringify(data).slice(0, 40)}: ${outcome}`,
      );
    }
    const { run, worker, attempt } = await begin();
    await given.suspend(worker, attempt, event("e", { match: { id: "\\u0000" } }));
    assert.equal(await wokenBy({ id: "\\u0000" }), 1, "text that only looks like an escape");
    assert.equal(await statusOf(run.id), "queued");
  });

  test("a wait whose match no database takes ends its run clearly, and no other", async () => {
    const other = await begin();
    await given.suspend(other.worker, other.attempt, event("e"));
    for (const match of ["\0", { a: "\ud800" }, { "\0": 1 }, deep(3_000)]) {
      const { run, worker, attempt } = await begin();
      const status = await given.suspend(worker, attempt, event("e", { match: match as never }));
      assert.ok(status < 500, `${JSON.stringify(match).slice(0, 30)}: ${status}`);
      const { status: state } = await given.row(run.id);
      assert.ok(["waiting", "failed", "running"].includes(state), state);
      await given.complete(worker, attempt, { end: "failed", error: { code: "X", message: "" } });
    }
    assert.equal(await wokenBy(1), 1);
  });

  test("results and texts with characters that no database stores are kept, and come back as they were", async () => {
    const { run, worker, attempt } = await begin();
    const values = ["\0", "\ud800", "a\u202eb", "\\u0000"].map((text) => JSON.stringify({ text }));
    for (const [at, value] of values.entries()) {
      const kept = await given.keep(attempt, `step ${at}`, { value, shown: `\0\ud800${value}`, position: at });
      assert.equal(kept.ok, true, JSON.stringify(kept));
    }
    assert.equal(
      (await given.suspend(
        worker,
        attempt,
        questionOf({ title: "a\0b\ud800", summary: "c\0d", details: '"\\u0000"' }),
      )) < 500,
      true,
    );
    await given.loseWorkers();
    await given.tick();
    const row = await given.row(run.id);
    assert.equal(row.stepsDone, 4);
  });

  test("an error with characters that no database stores ends its run", async () => {
    for (const message of ["a\0b", "\ud800", "\u202e"])
      for (const error of [
        { code: "X", message },
        { code: `X${message}`, message: "m" },
      ]) {
        const { run, worker, attempt } = await begin();
        assert.equal(await given.complete(worker, attempt, { end: "failed", error }), 204);
        assert.equal(await statusOf(run.id), "failed");
      }
  });

  test("an output of 100,000 levels ends its run, and whoever waits for it has it", async () => {
    const child = await begin();
    const parent = await begin();
    const waitsFor = (runId: string): RunWait => ({ kind: "child", key: "c", position: 0, runId, timeoutMs: null });
    await given.suspend(parent.worker, parent.attempt, waitsFor(child.run.id));
    const output = "[".repeat(100_000) + "]".repeat(100_000);
    assert.equal(await given.complete(child.worker, child.attempt, { output }), 204);
    const late = await begin();
    await given.suspend(late.worker, late.attempt, waitsFor(child.run.id));
    for (const { steps } of await given.claim(given.scene.worker()))
      assert.equal(steps[0]?.value, `{"id":"${child.run.id}","status":"succeeded","output":${output}}`);
  });

  test("a step's key is neither empty nor endless, and its numbers are numbers", async () => {
    const { attempt } = await begin();
    const wrong = [
      { key: "" },
      { key: "x".repeat(200) },
      { position: 1.5 },
      { attempts: 0 },
      { attempts: 1e300 },
      { value: "x".repeat(1_048_577) },
      { state: "waiting" as never },
      { durationMs: Number.NaN },
    ];
    for (const over of wrong) {
      const kept = await given.keep(attempt, "a", over);
      assert.equal(kept.ok, false, JSON.stringify(over).slice(0, 50));
      assert.equal(!kept.ok && kept.code, "VALIDATION_ERROR", JSON.stringify(over).slice(0, 50));
    }
  });

  test("the times of waits that no clock has are refused, and the run is not stuck", async () => {
    for (const wait of [
      { kind: "sleep", key: "s", position: 0, forMs: 1e300 },
      { kind: "until", key: "s", position: 0, at: 1e300 },
      { kind: "until", key: "s", position: 0, at: -1e300 },
      { kind: "event", key: "s", position: 0, event: "e", timeoutMs: 1e300 },
      { kind: "retry", key: "s", position: 0, attempts: 1e9, afterMs: 1e300, error: { code: "X", message: "" } },
      { kind: "sleep", key: "s", position: 1e12, forMs: 1 },
    ] as RunWait[]) {
      const { run, worker, attempt } = await begin();
      const status = await given.suspend(worker, attempt, wait);
      assert.ok(status < 500, `${JSON.stringify(wait)}: ${status}`);
      await given.complete(worker, attempt, { end: "failed", error: { code: "X", message: "" } });
      assert.notEqual(await statusOf(run.id), "running");
    }
  });

  test("100,000 starts for one key are one run, and others begin as quickly", async () => {
    const full = process.env["FERRULE_TEST_LENGTH"] === "full";
    const batches = full ? 1_000 : 20;
    const key = "the same";
    const begun = performance.now();
    const first = await given.start(given.of({ key }));
    for (let at = 0; at < batches; at += 10)
      await Promise.all(
        Array.from({ length: 10 }, () => given.start(...Array.from({ length: 100 }, () => given.of({ key })))),
      );
    const took = performance.now() - begun;
    const rows = await given.scene.query((tx) => tx.selectFrom("runs").select("id").execute());
    assert.deepEqual(
      rows.map(({ id }) => id),
      [first[0]?.id],
    );
    const other = given.of({ tenantId: "other" });
    await given.start(other);
    const ids = (await given.claim(given.scene.worker())).map(({ runId }) => runId);
    assert.ok(ids.includes(other.id));
    process.stdout.write(`# ${batches * 100} starts for one key in ${Math.round(took)} ms\n`);
  });
});
