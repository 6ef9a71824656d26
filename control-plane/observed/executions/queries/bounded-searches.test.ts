import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../../doors/internal/testing/start-scene.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { startAuthor, type Author } from "../../../testing/author.ts";
import { record, report } from "../testing/reports.ts";
import { searchKeys } from "./find-keys.ts";

const scene = duringTests(startScene);

type Query = NonNullable<NonNullable<Parameters<Author["client"]["listExecutions"]>[0]>["query"]>;

/** Recent, because older ones are removed at the end of their retention. */
const begin = Math.floor(Date.now() / 60_000 - 120) * 60_000;
const at = (second: number) => new Date(begin + second * 1_000).toISOString();

/** Follows the list to its end. Returns the ids, and how many pages there were. */
async function walk({ client }: Author, query: Query): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let [cursor, pages]: [string | null, number] = [null, 0];
  do {
    const page: Awaited<ReturnType<typeof client.listExecutions>> = await client.listExecutions({
      query: { ...query, ...(cursor === null ? {} : { cursor }) },
    });
    ids.push(...page.items.map(({ id }) => id));
    pages += 1;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { ids, pages };
}

test("a search that compares calls ends in time, says how far it came, and goes on from there", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const needle = record(projectId, { startedAt: at(0), durationMs: 777 });
  await report(scene.worker(), [needle]);
  await report(
    scene.worker(),
    Array.from({ length: 10 }, (_, n) => record(projectId, { startedAt: at(100 + n) })),
  );
  // Batches without their rows: a search looks each call up, and finds none.
  await scene.query((tx) =>
    sql`insert into execution_batches (project_id, ids, started_ats, first_at, last_at, entries)
      select ${projectId}, array(select 'exe_' || n || '_' || i from generate_series(1, 500) i),
        array_fill(${at(200)}::timestamptz + make_interval(secs => n), array[500]),
        ${at(200)}::timestamptz + make_interval(secs => n), ${at(200)}::timestamptz + make_interval(secs => n), 1
      from generate_series(1, 90) n`.execute(tx),
  );
  const filters = { minDurationMs: "777" };
  const first = await scene.query((tx) =>
    searchKeys({ tx, projectId } as ProjectScope, { minDurationMs: 777 }, 10, null),
  );
  assert.equal(first.keys.length, 0);
  assert.ok(first.upTo !== null && first.upTo.startedAt > new Date(at(200)));
  const counted = await author.client.countExecutions({ query: filters });
  assert.deepEqual([counted.count, counted.more, counted.since], [0, true, first.upTo.startedAt.toISOString()]);
  assert.deepEqual((await walk(author, filters)).ids, [needle.id]);
});

test("a search for values that few batches have together ends in time, and goes on to the last call", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const needle = record(projectId, { startedAt: at(0), functionId: "fn_a", bindingId: "mcb_b" });
  await report(scene.worker(), [needle]);
  // Of 24,000 batches, each has one of the two values, in turn.
  await scene.query((tx) =>
    sql`with added as (
        insert into execution_batches (project_id, ids, started_ats, first_at, last_at, entries)
        select ${projectId}, array['exe_' || n], array[held.at], held.at, held.at, 1
        from generate_series(1, 24000) n, lateral (select ${at(60)}::timestamptz + n * interval '100 milliseconds' as at) held
        returning *)
      insert into execution_facets (project_id, facet, term, last_at, first_at, sequence, positions)
      select project_id, case when sequence % 2 = 0 then 'functionId' else 'bindingId' end,
        case when sequence % 2 = 0 then 'fn_a' else 'mcb_b' end, last_at, first_at, sequence, '1'::bit varying from added`.execute(
      tx,
    ),
  );
  const filters = { functionId: "fn_a", bindingId: "mcb_b" };
  const { count, more, since } = await author.client.countExecutions({ query: filters });
  assert.deepEqual([count, more], [0, true]);
  assert.ok(since !== null && since > at(60));
  assert.deepEqual(await walk(author, filters), { ids: [needle.id], pages: 2 });
});

test("a list sorted by duration compares a bounded number of calls at once, and goes on to the last one", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const error = { code: "FUNCTION_ERROR", message: "The needle broke.", stack: null };
  const needle = record(projectId, { startedAt: at(0), durationMs: 15_500.5, status: "failed", error });
  await report(scene.worker(), [needle, record(projectId, { startedAt: at(1), durationMs: 0 })]);
  // 24,000 more calls, and batches that make a search by time compare more than one search may.
  await scene.query((tx) =>
    sql`with added as (
        insert into executions (id, project_id, request_id, environment, function_name, source, tenant_id, caller, status,
          started_at, duration_ms, queue_ms, cpu_ms, cold_start, worker_id, details)
        select 'exe_' || n, ${projectId}, 'req_' || n, 'development', 'a', 'mcp', 'default', '{"kind":"anonymous"}', 'succeeded',
          ${at(60)}::timestamptz, n, 0, 0, false, 'wrk_1', '{}' from generate_series(1, 24000) n),
      batches as (
        insert into execution_batches (project_id, ids, started_ats, first_at, last_at, entries)
        select ${projectId}, array(select 'exe_gone_' || i from generate_series(1, 500) i),
          array_fill(${at(100)}::timestamptz + n * interval '1 second', array[500]),
          ${at(100)}::timestamptz + n * interval '1 second', ${at(100)}::timestamptz + n * interval '1 second', 1
        from generate_series(1, 40) n returning *)
      insert into execution_facets (project_id, facet, term, last_at, first_at, sequence, positions)
      select project_id, 'trait', 'error', last_at, first_at, sequence, repeat('1', 500)::bit varying from batches`.execute(
      tx,
    ),
  );
  const query = { from: at(0), to: at(3_600), error: "needle", limit: 10 };
  for (const sort of ["durationMs", "-durationMs"] as const) {
    const { ids, pages } = await walk(author, { ...query, sort });
    assert.deepEqual(ids, [needle.id]);
    assert.equal(pages, 3);
  }
  const all = await walk(author, { from: at(0), to: at(90), sort: "-durationMs", limit: 200 });
  assert.equal(new Set(all.ids).size, 2);
});
