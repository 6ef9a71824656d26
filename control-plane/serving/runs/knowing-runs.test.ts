import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { Registry } from "prom-client";
import { startAuthor } from "../../testing/author.ts";
import { pruneEndedRuns } from "./removal/prune-ended-runs.ts";
import { createRunMetrics } from "./run-metrics.ts";
import { approvalOf, startRunScene } from "./testing/start-run-scene.ts";

describe("what else knows of runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  test("the search finds runs by id and by key, and nothing of another Project", async () => {
    const { client } = given.author;
    const find = async (q: string, by = client) => (await by.search({ query: { q } })).items;
    const [keyed, plain] = [given.of({ key: "order A-1" }), given.of()];
    await given.start(keyed, plain);
    const entry = (id: string, name: string) => ({
      kind: "run",
      id,
      name,
      detail: "durable, queued",
      endpointId: null,
    });
    assert.deepEqual(await find("order A-1"), [entry(keyed.id, "order A-1")]);
    assert.deepEqual(await find(keyed.id), [entry(keyed.id, "order A-1")]);
    assert.deepEqual(await find(plain.id), [entry(plain.id, plain.id)]);
    assert.deepEqual(await find("order A"), [], "a key is given whole");
    const other = await startAuthor(given.scene);
    assert.deepEqual([...(await find(keyed.id, other.client)), ...(await find("order A-1", other.client))], []);
  });

  test("the page of operators knows what waits for workers and what runs", async () => {
    const owner = await given.scene.plane.signInAs("owner");
    const runs = async () => (await owner.getStatus({})).queues.runs;
    assert.deepEqual(await runs(), { waiting: 0, running: 0, oldestMs: 0 });
    await given.start(given.of());
    await given.claimOne(given.scene.worker());
    await given.start(given.of(), given.of(), given.of({ delayMs: 60_000 }), given.of({ approval: approvalOf() }));
    const { waiting, running, oldestMs } = await runs();
    assert.deepEqual([waiting, running], [2, 1]);
    assert.ok(oldestMs >= 0);
  });

  test("the metrics count runs by state, and the approvals that wait", async () => {
    await given.start(given.of({ approval: approvalOf() }), given.of({ approval: approvalOf() }), given.of());
    const registry = new Registry();
    createRunMetrics(registry, given.scene.app);
    const text = await registry.metrics();
    assert.match(text, /^ferrule_approvals_pending 2$/m);
    assert.match(text, /^ferrule_runs\{status="ready"\} 1$/m);
    assert.match(text, /^ferrule_runs\{status="waiting"\} 2$/m);
  });

  test("runs that ended long ago go with all that belongs to them, however many, and the others stay", async () => {
    const [ended, young, open] = [given.of({ key: "gone" }), given.of(), given.of({ delayMs: 60_000 })];
    await given.start(ended, young, open);
    const worker = given.scene.worker();
    for (const attempt of await given.claim(worker)) {
      await given.keep(attempt, "step");
      await given.complete(worker, attempt);
    }
    const days = given.scene.app.settings.executionRetentionDays;
    await given.scene.query(async (tx) => {
      await sql`update runs set finished_at = now() - ${days + 1} * interval '1 day' where id = ${ended.id}`.execute(
        tx,
      );
      // As many as ended in a busy minute.
      await sql`insert into runs (id, project_id, environment, function_id, mode, source, on_release, tenant_id, caller,
          request_id, lane, status, turn, key_id, wrapped_key, input_chars, shown_input, deadline_seconds, deadline_at,
          finished_at)
        select 'run_old_' || n, project_id, environment, function_id, mode, source, on_release, tenant_id, caller,
          request_id, lane, status, turn, key_id, wrapped_key, input_chars, shown_input, deadline_seconds, deadline_at,
          finished_at
        from runs, generate_series(1, 4500) n where id = ${ended.id}`.execute(tx);
      await sql`update run_keys set until = now() where run_id = ${ended.id}`.execute(tx);
    });
    await pruneEndedRuns(given.scene.app);
    const { items } = await given.author.client.listRuns({ query: { limit: 200 } });
    assert.deepEqual(items.map(({ id }) => id).toSorted(), [young.id, open.id].toSorted());
    const [again] = await given.start(given.of({ id: identifier("run"), key: "gone" }));
    assert.equal(again?.outcome, "started", "its key is free");
  });
});
