import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startRunScene } from "../runs/testing/start-run-scene.ts";

describe("changing many runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());
  const client = () => given.author.client;
  const environment = "production" as const;

  /** Copies of one run, each created a second after the one before; the first of each 100 failed with another code. */
  async function copies(count: number, status: "failed" | "queued") {
    const run = given.of({ environment });
    await given.start(run);
    await given.scene.query((tx) =>
      sql`insert into runs (id, project_id, environment, function_id, mode, source, on_release, tenant_id, caller,
          request_id, lane, turn, key_id, wrapped_key, input, input_chars, shown_input, deadline_seconds, deadline_at,
          created_at, status, queue, finished_at, error)
        select 'run_' || lpad(n::text, 24, '0'), project_id, environment, function_id, mode, source, on_release,
          tenant_id, caller, request_id, lane, turn, key_id, wrapped_key, input, input_chars, shown_input,
          deadline_seconds, deadline_at, created_at - interval '1 day' + n * interval '1 second', ${status},
          case when ${status} = 'queued' then 'ready' end, case when ${status} = 'failed' then now() end,
          case when ${status} = 'failed' then jsonb_build_object('code',
            case when n % 100 = 0 then 'RARE' else 'NO_CARD' end, 'message', 'No.') end
        from runs, generate_series(0, ${count - 1}) n where id = ${run.id}`.execute(tx),
    );
    await client().cancelRun({ params: { runId: run.id } });
  }
  const counted = async () => (await client().countRuns({ query: { environment } })).counts;

  test("of 10,000 failed runs, one request retries the oldest 1,000 and tells that there are more", async () => {
    await copies(10_000, "failed");
    assert.deepEqual((await counted()).failed, { count: 10_000, atLeast: false });
    assert.deepEqual(await client().retryRuns({ body: { environment, errorCode: "RARE" } }), {
      changed: 100,
      more: false,
    });
    assert.deepEqual(await client().retryRuns({ body: { environment } }), { changed: 1_000, more: true });
    const { queued, failed } = await counted();
    assert.deepEqual([queued.count, failed.count], [1_100, 8_900]);
    const { items } = await client().listRuns({ query: { environment, status: "failed", limit: 200 } });
    const [oldest] = (await client().listRuns({ query: { environment, status: "queued", limit: 200 } })).items;
    assert.ok(oldest && items.every(({ createdAt }) => createdAt > "2000") && items.length === 200);
    const { rows } = await given.scene.query((tx) =>
      sql<{ last: string; first: string }>`
        select max(created_at) filter (where status = 'queued' and right(id, 2) <> '00') as last,
          min(created_at) filter (where status = 'failed') as first from runs`.execute(tx),
    );
    assert.ok(rows[0] && rows[0].last < rows[0].first, "the oldest went first");
    let more = true;
    for (let asked = 0; more; asked += 1) {
      assert.ok(asked < 10);
      ({ more } = await client().retryRuns({ body: { environment } }));
    }
    assert.equal((await counted()).failed.count, 0);
    const { items: events } = await client().listAuditEvents({ query: { action: "run.retry", limit: 20 } });
    assert.equal(events.length, 11);
  });

  test("one request cancels the oldest 1,000 of those that have not ended, by their filters", async () => {
    await copies(1_500, "queued");
    assert.deepEqual(await client().cancelRuns({ body: { environment: "development" } }), { changed: 0, more: false });
    assert.deepEqual(await client().cancelRuns({ body: { environment, status: "failed" } }), {
      changed: 0,
      more: false,
    });
    assert.deepEqual(await client().cancelRuns({ body: { environment } }), { changed: 1_000, more: true });
    assert.deepEqual(await client().cancelRuns({ body: { environment, tenantId: "default" } }), {
      changed: 500,
      more: false,
    });
    const { queued, cancelled } = await counted();
    assert.deepEqual([queued.count, cancelled.count], [0, 1_501]);
  });

  test("more than 10,000 runs of one state are counted as at least that many", async () => {
    await copies(10_001, "failed");
    assert.deepEqual((await counted()).failed, { count: 10_000, atLeast: true });
  });

  test("of runs that are named, those in another state stay as they are", async () => {
    const [waits, ended] = [given.of({ environment }), given.of({ environment })];
    await given.start(waits, ended);
    await client().cancelRun({ params: { runId: ended.id } });
    const body = { environment, runIds: [waits.id, ended.id, "run_none"] };
    assert.deepEqual(await client().retryRuns({ body }), { changed: 1, more: false });
    assert.deepEqual(await client().cancelRuns({ body }), { changed: 2, more: false });
    assert.deepEqual(await client().cancelRuns({ body: { ...body, environment: "development" } }), {
      changed: 0,
      more: false,
    });
  });
});
