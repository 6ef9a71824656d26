import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { approvalOf, startRunScene } from "./testing/start-run-scene.ts";

describe("starting runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  test("a run is stored sealed, given once with its input, and over when it has succeeded", async () => {
    const run = given.of({ input: '{"card":"4111-secret"}', trace: { traceparent: "00-1-2-01" } });
    assert.deepEqual(await given.start(run), [{ asked: run.id, id: run.id, outcome: "started", approvalId: null }]);
    const stored = await given.row(run.id);
    assert.ok(!stored.input?.includes("4111"));
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    assert.deepEqual([attempt.runId, attempt.attempt, attempt.input, attempt.steps], [run.id, 1, run.input, []]);
    assert.deepEqual([attempt.trace, attempt.mode, attempt.deployment], [run.trace, "durable", null]);
    assert.ok(attempt.remainingMs > 86_000_000 && attempt.remainingMs <= 86_400_000, `${attempt.remainingMs}`);
    assert.deepEqual(await given.claim(given.scene.worker()), []);
    const end = { output: '{"paid":true}', shownOutput: '{"paid":true}' };
    assert.equal(await given.complete(worker, attempt, end), 204);
    assert.equal(await given.complete(worker, attempt, end), 204, "said a second time");
    const { status, finishedAt, output, shownOutput, attempt: attempts } = await given.row(run.id);
    assert.deepEqual([status, finishedAt !== null, shownOutput, attempts], ["succeeded", true, '{"paid":true}', 1]);
    assert.ok(output !== null && !output.includes("paid"));
  });

  test("a repeated message starts a run once, also twice in one message", async () => {
    const run = given.of();
    const all = await Promise.all([given.start(run), given.start(run), given.start(run), given.start(run)]);
    const outcomes = all.map(([one]) => String(one?.outcome)).toSorted();
    assert.deepEqual(outcomes, ["existing", "existing", "existing", "started"]);
    const [again] = await given.start(run);
    assert.deepEqual(again, { asked: run.id, id: run.id, outcome: "existing", approvalId: null });
    const twice = given.of({ delayMs: 60_000, approval: null });
    assert.deepEqual(new Set((await given.start(twice, twice)).map(({ id }) => id)), new Set([twice.id]));
    const asking = given.of({ mode: "once", approval: approvalOf() });
    const [first] = await given.start(asking);
    const [repeated] = await given.start(asking);
    assert.ok(first?.approvalId);
    assert.deepEqual(repeated, { ...first, outcome: "existing" });
    assert.equal((await given.claim(given.scene.worker())).length, 1);
  });

  test("a run with texts that PostgreSQL cannot hold starts, and so do the others of its message", async () => {
    const nul = "a\u0000b";
    const half = "c\ud800d";
    const json = JSON.stringify({ [nul]: half, text: "\\u0000" });
    const odd = given.of({
      mode: "once",
      caller: { kind: "jwt", id: nul, name: half, issuer: nul, subject: half, claims: { [nul]: [half] } },
      requestId: nul,
      key: half,
      input: json,
      shownInput: json + nul,
      trace: { traceparent: nul },
      approval: approvalOf({ details: json + nul }),
    });
    const others = [given.of(), given.of()] as const;
    const started = await given.start(others[0], odd, others[1]);
    assert.deepEqual(
      started.map(({ outcome }) => outcome),
      ["started", "started", "started"],
    );
    const ready = (await given.claim(given.scene.worker())).map(({ runId }) => runId);
    assert.deepEqual(ready.toSorted(), others.map(({ id }) => id).toSorted());
    const { caller, shownInput } = await given.row(odd.id);
    assert.deepEqual([caller.id, caller.name, caller.claims], ["a\ufffdb", "c\ufffdd", { "a\ufffdb": ["c\ufffdd"] }]);
    assert.deepEqual(shownInput, `${json}a\ufffdb`);
  });

  test("runs with one key are one, while it has not ended or began in the last 24 hours", async () => {
    const [first, second, foreign] = [
      given.of({ key: "A-1" }),
      given.of({ key: "A-1" }),
      given.of({ key: "A-1", tenantId: "other" }),
    ];
    const started = await given.start(first, second, foreign);
    assert.deepEqual(
      started.map(({ id, outcome }) => [id, outcome]),
      [
        [first.id, "started"],
        [first.id, "existing"],
        [foreign.id, "started"],
      ],
    );
    const third = given.of({ key: "A-1" });
    const repeats = await Promise.all([given.start(third), given.start(third)]);
    assert.deepEqual(
      repeats.flat().map(({ id, outcome }) => [id, outcome]),
      [
        [first.id, "existing"],
        [first.id, "existing"],
      ],
    );
    const age = () =>
      given.scene.query((tx) => sql`update run_keys set until = now() - interval '1 second'`.execute(tx));
    await age();
    assert.equal((await given.start(given.of({ key: "A-1" })))[0]?.id, first.id, "it has not ended");
    const worker = given.scene.worker();
    for (const attempt of await given.claim(worker)) await given.complete(worker, attempt);
    assert.equal((await given.start(given.of({ key: "A-1" })))[0]?.outcome, "started");
    assert.equal((await given.start(given.of({ key: "A-1" })))[0]?.outcome, "existing");
  });

  test("of many starts with one key at once, one starts", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => given.start(given.of({ key: "B" }))));
    const outcomes = all.flat();
    assert.equal(outcomes.filter(({ outcome }) => outcome === "started").length, 1);
    assert.equal(new Set(outcomes.map(({ id }) => id)).size, 1);
  });

  test("a delayed run begins after its delay, by the database's clock", async () => {
    const run = given.of({ delayMs: 60_000, deadlineSeconds: 30 });
    await given.start(run);
    const worker = given.scene.worker();
    assert.deepEqual(await given.claim(worker), []);
    given.pass(60_000);
    const { runId, remainingMs } = await given.claimOne(worker);
    assert.equal(runId, run.id);
    assert.ok(remainingMs > 20_000, "the deadline counts from the end of the delay");
  });

  test("the higher priority begins first, then the one that is due longest", async () => {
    const [low, first, second, high] = [-5, 0, 0, 7].map((priority) => given.of({ priority }));
    assert.ok(low && first && second && high);
    for (const run of [low, first, second, high]) await given.start(run);
    const worker = given.scene.worker();
    const order: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const [attempt] = await given.claim(
        worker,
        1,
        order.map((runId) => ({ runId, attempt: 1 })),
      );
      order.push(attempt?.runId ?? "");
    }
    assert.deepEqual(order, [high.id, first.id, second.id, low.id]);
  });

  test("a Function or a Project that is not there starts none", async () => {
    const [result] = await given.start(given.of({ functionId: identifier("fn") }));
    assert.equal(result?.outcome, "gone");
    const { body } = await given.scene.worker().ask("startRuns", { projectId: identifier("prj"), runs: [given.of()] });
    assert.deepEqual((body["results"] as { outcome: string }[])[0]?.outcome, "gone");
  });

  test("a Project has 100,000 runs that have not ended, and one concurrency value 10,000", async () => {
    const lane = { concurrency: 1, concurrencyKey: "one" };
    const copies = (from: string, count: number) =>
      given.scene.query((tx) =>
        sql`insert into runs (id, project_id, environment, function_id, mode, source, on_release, tenant_id, caller,
            request_id, lane, turn, status, queue, due_at, key_id, wrapped_key, input, input_chars, shown_input,
            deadline_seconds, deadline_at, concurrency)
          select 'run_copy_' || ${from}::text || n, project_id, environment, function_id, mode, source, on_release, tenant_id, caller,
            request_id, lane, turn, status, queue, due_at, key_id, wrapped_key, input, input_chars, shown_input,
            deadline_seconds, deadline_at, concurrency from runs, generate_series(1, ${count}::int) n where id = ${from}`.execute(
          tx,
        ),
      );
    const first = given.of(lane);
    await given.start(first);
    await copies(first.id, 9_999);
    assert.equal((await given.start(given.of(lane)))[0]?.outcome, "limited");
    assert.equal((await given.start(given.of({ ...lane, concurrencyKey: "two" })))[0]?.outcome, "started");
    const other = given.of({ key: "kept" });
    await given.start(other);
    await copies(other.id, 90_000);
    // A count of before stands for a second.
    const full = async () => (await given.start(given.of()))[0]?.outcome;
    while ((await full()) !== "full") await new Promise((resolve) => setTimeout(resolve, 100));
    const [same] = await given.start(given.of({ key: "kept" }));
    assert.deepEqual([same?.id, same?.outcome], [other.id, "existing"]);
  });
});
