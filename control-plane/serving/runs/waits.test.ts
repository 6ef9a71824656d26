import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { RunWait } from "@ferrule/contract/internal/runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { questionOf, startRunScene } from "./testing/start-run-scene.ts";

describe("waits of runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  const event = (key: string, name: string, more: object = {}): RunWait => ({
    kind: "event",
    key,
    position: 0,
    event: name,
    timeoutMs: 3_600_000,
    ...more,
  });
  const sleep = (key: string, forMs: number, position = 0): RunWait => ({ kind: "sleep", key, position, forMs });
  const begin = async (over = {}) => {
    const run = given.of(over);
    await given.start(run);
    const worker = given.scene.worker();
    const attempts = await given.claim(worker);
    const attempt = attempts.find(({ runId }) => runId === run.id);
    assert.ok(attempt);
    return { run, worker, attempt };
  };
  const send = async (name: string, data: unknown, more: object = {}, from: Partial<StartedAttempt> = {}) => {
    const sent = await given.ask("send", { name, data, ...more }, from);
    assert.ok(sent.ok, JSON.stringify(sent));
    return (sent.value as { woken: number }).woken;
  };
  const valueOf = ({ steps }: StartedAttempt, key: string) => {
    const step = steps.find((one) => one.key === key);
    return step === undefined ? undefined : [step.state, JSON.parse(step.value ?? "null") as unknown];
  };

  test("a wait of any length is stored, and the run's deadline ends it", async () => {
    const { run, worker, attempt } = await begin({ deadlineSeconds: 60 });
    const waits: RunWait[] = [
      event("never", "n", { timeoutMs: Number.MAX_VALUE }),
      sleep("long", 1e300, 1),
      { kind: "until", key: "far", position: 2, at: 8.64e15 },
    ];
    assert.equal(await given.suspend(worker, attempt, ...waits), 204);
    assert.equal((await given.row(run.id)).status, "waiting");
    given.pass(60_000);
    await given.tick();
    assert.equal((await given.row(run.id)).status, "expired");
  });

  test("a run that sleeps goes on at its time, by the database's clock, in a further attempt", async () => {
    const { run, worker, attempt } = await begin();
    assert.equal(await given.suspend(worker, attempt, sleep("nap", 60_000)), 204);
    const waiting = await given.row(run.id);
    assert.deepEqual([waiting.status, waiting.waitsKind, waiting.workerId === worker.id], ["waiting", "sleep", true]);
    assert.match(waiting.waitsFor ?? "", /^Sleeps until 20/);
    await given.tick();
    assert.deepEqual(await given.claim(worker), []);
    given.pass(60_000);
    await given.tick();
    const next = await given.claimOne(worker);
    assert.deepEqual([next.attempt, valueOf(next, "nap")], [2, ["done", null]]);
    assert.notEqual(next.executionId, attempt.executionId);
  });

  test("a sleep until a time that has passed ends at once", async () => {
    const { worker, attempt } = await begin();
    await given.suspend(worker, attempt, { kind: "until", key: "then", position: 0, at: Date.now() - 5_000 });
    assert.deepEqual(valueOf(await given.claimOne(worker), "then"), ["done", null]);
  });

  test("a failed step runs again after its pause, and knows how often it has failed", async () => {
    const { run, worker, attempt } = await begin();
    const error = { code: "BUSY", message: "secret-token is busy" };
    const retry: RunWait = { kind: "retry", key: "pay", position: 0, attempts: 1, afterMs: 1_000, error };
    await given.suspend(worker, attempt, { ...retry, shown: '{"code":"BUSY","message":"*** is busy"}' });
    assert.match((await given.row(run.id)).waitsFor ?? "", /^Tries the step pay again at .*, after 1 failure\.$/);
    const steps = await given.scene.query((tx) => tx.selectFrom("runSteps").selectAll().execute());
    assert.deepEqual(steps[0]?.error, { code: "BUSY", message: "*** is busy" });
    assert.ok(!steps[0]?.value?.includes("secret"));
    given.pass(1_000);
    const [step] = (await given.claimOne(worker)).steps;
    assert.deepEqual([step?.state, step?.attempts, JSON.parse(step?.value ?? "")], ["retrying", 1, error]);
  });

  test("a wait that an attempt has again keeps its time, and one that it no longer has is given up", async () => {
    const { run, worker, attempt } = await begin();
    await given.suspend(worker, attempt, sleep("short", 1_000), sleep("long", 10_000, 1), event("never", "x"));
    given.pass(1_000);
    await given.tick();
    const second = await given.claimOne(worker);
    assert.deepEqual(valueOf(second, "short"), ["done", null]);
    assert.deepEqual(
      [valueOf(second, "long"), valueOf(second, "never")],
      [
        ["waiting", null],
        ["waiting", null],
      ],
    );
    given.pass(5_000);
    await given.suspend(worker, second, sleep("long", 10_000, 1));
    assert.equal(await send("x", 1), 0, "nobody waits for it any more");
    given.pass(4_000);
    await given.tick();
    assert.deepEqual(valueOf(await given.claimOne(worker), "long"), ["done", null]);
    assert.deepEqual((await given.row(run.id)).stepsDone, 2);
  });

  test("an event ends the waits that it fits, of its tenant and environment only", async () => {
    const waiting = async (over: object, more: object) => {
      const one = await begin(over);
      await given.suspend(one.worker, one.attempt, event("paid", "payment.paid", more));
      return one.run.id;
    };
    const fits = await waiting({}, { match: { order: "A-1" } });
    const all = await waiting({}, {});
    const odd = await waiting({}, { match: { "\u0000": "\ud800" } });
    const others = [
      await waiting({}, { match: { order: "B-2" } }),
      await waiting({ tenantId: "other" }, {}),
      await waiting({ environment: "production" }, {}),
      await waiting({}, { event: "payment.refused" }),
    ];
    const data = { order: "A-1", amount: 5, note: "nul \u0000, half \ud800, text \\u0000" };
    assert.equal(await send("payment.paid", data), 2);
    const woken = await given.claim(given.scene.worker());
    assert.deepEqual(woken.map(({ runId }) => runId).toSorted(), [fits, all].toSorted());
    const [state, value] = valueOf(woken[0]!, "paid") ?? [];
    assert.equal(state, "done");
    assert.deepEqual((value as { data: unknown }).data, { ...data, note: "nul \ufffd, half \ufffd, text \\u0000" });
    assert.equal(await send("payment.paid", data), 0, "it has been had");
    for (const id of others) assert.equal((await given.row(id)).status, "waiting");
    assert.equal(await send("payment.paid", { "\u0000": "\ud800" }, { runId: odd }), 1);
    assert.equal(await send("payment.paid", {}, { runId: others[0] }), 0, "it does not contain what it needs");
    assert.equal(await send("payment.paid", { order: "B-2" }, { runId: others[0] }), 1);
  });

  test("an event since a run's start ends a later wait once, and one of before does not", async () => {
    await send("paid", "before");
    const { worker, attempt } = await begin();
    await send("paid", "first");
    await send("paid", "second");
    await send("paid", "not for it", { runId: identifier("run") });
    await given.suspend(worker, attempt, event("a", "paid"), event("b", "paid", { position: 1 }));
    const next = await given.claimOne(worker);
    const dataOf = (key: string) => ((valueOf(next, key)?.[1] ?? {}) as { data?: unknown }).data;
    assert.deepEqual([dataOf("a"), dataOf("b")], ["first", "second"]);
    await given.suspend(worker, next, event("c", "paid", { position: 2, timeoutMs: 1_000 }));
    assert.deepEqual(await given.claim(worker), []);
    given.pass(1_000);
    await given.tick();
    assert.deepEqual(valueOf(await given.claimOne(worker), "c"), ["done", null], "it has timed out");
  });

  test("an event and the wait for it never miss each other", async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { run, worker, attempt } = await begin();
      const [suspended] = await Promise.all([
        given.suspend(worker, attempt, event("e", "race")),
        send("race", turn, { runId: run.id }),
      ]);
      assert.equal(suspended, 204);
      const next = await given.claimOne(worker);
      const [, value] = valueOf(next, "e") ?? [];
      assert.equal((value as { data?: number } | undefined)?.data, turn);
      await given.complete(worker, next);
    }
  });

  test("a run waits for another, and learns of its end, or of its end before", async () => {
    const child = await begin();
    const waits: RunWait = { kind: "child", key: "child", position: 0, runId: child.run.id, timeoutMs: null };
    const parent = await begin();
    await given.suspend(parent.worker, parent.attempt, waits);
    assert.equal((await given.row(parent.run.id)).waitsKind, "child");
    await given.complete(child.worker, child.attempt, { output: '{"n":1}', shownOutput: "{}" });
    const expected = ["done", { id: child.run.id, status: "succeeded", output: { n: 1 } }];
    assert.deepEqual(valueOf(await given.claimOne(given.scene.worker()), "child"), expected);
    const late = await begin();
    await given.suspend(late.worker, late.attempt, waits);
    assert.deepEqual(valueOf(await given.claimOne(late.worker), "child"), expected);
    const foreign = await begin({ tenantId: "other" });
    await given.suspend(foreign.worker, foreign.attempt, waits);
    assert.deepEqual(valueOf(await given.claimOne(foreign.worker), "child"), ["done", null]);
  });

  test("the end of a run and a wait for it never miss each other", async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const [child, parent] = [await begin(), await begin()];
      const waits: RunWait = { kind: "child", key: "c", position: 0, runId: child.run.id, timeoutMs: null };
      await Promise.all([
        given.suspend(parent.worker, parent.attempt, waits),
        given.complete(child.worker, child.attempt, { end: "failed", error: { code: "X", message: "y" } }),
      ]);
      const worker = given.scene.worker();
      const next = await given.claimOne(worker);
      const error = { code: "X", message: "y" };
      assert.deepEqual(valueOf(next, "c"), ["done", { id: child.run.id, status: "failed", error }]);
      await given.complete(worker, next);
    }
  });

  test("a question that nobody decides expires, and the run learns of it", async () => {
    const { run, worker, attempt } = await begin();
    await given.suspend(worker, attempt, questionOf({ expiresSeconds: 60 }));
    assert.equal((await given.row(run.id)).waitsFor, "Waits for an approval: Refund 500");
    await given.tick();
    assert.deepEqual(await given.claim(worker), []);
    given.pass(60_000);
    await given.tick();
    const next = await given.claimOne(worker);
    assert.deepEqual(valueOf(next, "ask"), [
      "done",
      { asked: "1".repeat(64), approved: false, outcome: "expired", decisions: [] },
    ]);
  });

  test("of several waits the run names the one that only somebody else can end", async () => {
    const { run, worker, attempt } = await begin();
    await given.suspend(worker, attempt, sleep("s", 5_000), event("e", "payment.paid", { position: 1 }));
    const { waitsKind, waitsFor, dueAt } = await given.row(run.id);
    assert.equal(waitsKind, "event");
    assert.match(waitsFor ?? "", /^Waits for the event payment\.paid until .*Z, and for 1 more\.$/);
    assert.ok(dueAt !== null);
  });

  test("a run whose waits exceed its history fails with a clear error", async () => {
    const { run, worker, attempt } = await begin();
    const waits = Array.from({ length: 600 }, (_, at) => sleep(`s${at}`, 1_000, at));
    await given.suspend(worker, attempt, ...waits);
    given.pass(1_000);
    await given.tick();
    const next = await given.claimOne(worker);
    assert.equal(next.steps.length, 600);
    await given.suspend(worker, next, ...waits.map((wait) => ({ ...wait, key: `more-${wait.key}` })));
    const { status, error } = await given.row(run.id);
    assert.deepEqual([status, error?.code], ["failed", "RUN_HISTORY_FULL"]);
  });

  test("what events bring counts to the history, and a run that exceeds it fails with the same error", async () => {
    const { run, worker, attempt } = await begin();
    const large = "x".repeat(1_040_000);
    let now = attempt;
    for (let at = 0; at < 5; at += 1) {
      assert.equal(await given.suspend(worker, now, event(`e${at}`, "large", { position: at })), 204);
      assert.equal(await send("large", large), 1);
      now = await given.claimOne(worker);
    }
    const kept = await given.keep(now, "one", { position: 5 });
    assert.deepEqual([kept.ok, !kept.ok && kept.code], [false, "LIMIT_EXCEEDED"]);
    await given.suspend(worker, now, sleep("nap", 1_000, 5));
    const { status, error } = await given.row(run.id);
    assert.deepEqual([status, error?.code], ["failed", "RUN_HISTORY_FULL"]);
  });
});
