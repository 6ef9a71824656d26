import assert from "node:assert/strict";
import { test } from "node:test";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { keepPartitions } from "./keep-partitions.ts";
import { record } from "./testing/reports.ts";

const scene = duringTests(startScene);

const report = (records: unknown[]) => scene.worker().ask("recordExecutions", { records });

const list = (author: Author, query: object = {}) => author.client.listExecutions({ query });
const get = (author: Author, executionId: string) => author.client.getExecution({ params: { executionId } });

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const partitionOf = (day: string) => `executions_${day.slice(0, 10).replaceAll("-", "")}`;
const addPartition = (day: string) =>
  scene.query((tx) =>
    sql<{ added: boolean }>`select ferrule_add_execution_partition(${day.slice(0, 10)}::date) as added`.execute(tx),
  );

test("makes partitions ahead, moves what came before them, and drops what is past its retention", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const [fresh, old, older] = [
    record(projectId),
    record(projectId, { startedAt: daysAgo(29) }),
    record(projectId, { startedAt: daysAgo(32) }),
  ];
  await report([fresh, old, older]);
  const day = daysAgo(40).slice(0, 10);
  await addPartition(day);
  const inPartition = record(projectId, { startedAt: `${day}T12:00:00.000Z` });
  await report([inPartition]);
  await keepPartitions(scene.app);
  await keepPartitions(scene.app);
  assert.deepEqual(
    (await list(author)).items.map(({ id }) => id),
    [fresh.id, old.id],
  );
  const partitions = await scene.query((tx) =>
    sql<{ name: string; rows: boolean }>`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as rows
      from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'executions'::regclass order by 1`.execute(
      tx,
    ),
  );
  assert.equal(partitions.rows.length, 9, "today, seven ahead and the default");
  assert.ok(
    partitions.rows.every(({ rows }) => rows),
    "each is protected like its parent",
  );
  const home = await scene.query((tx) =>
    sql<{ name: string }>`select tableoid::regclass::text as name from executions where id = ${fresh.id}`.execute(tx),
  );
  assert.equal(home.rows[0]?.name, partitionOf(daysAgo(0)));
});

test("summarizes the times of what was recorded, without asking PostgreSQL to do it for each range", async () => {
  const author = await startAuthor(scene);
  await keepPartitions(scene.app);
  const times = partitionOf(daysAgo(0));
  const unsummarized = async () => {
    const { rows } = await scene.query((tx) =>
      sql<{ ranges: number }>`select brin_summarize_new_values(inhrelid) as ranges from pg_inherits
        join pg_index on indexrelid = inhrelid
        where inhparent = 'executions_time'::regclass and indrelid = ${times}::regclass`.execute(tx),
    );
    return rows.map(({ ranges }) => ranges);
  };
  const fill = () => report(Array.from({ length: 500 }, () => record(author.projectId)));
  await fill();
  const [before = 0] = await unsummarized();
  assert.ok(before > 0, "there are ranges that nobody has summarized");
  await fill();
  await keepPartitions(scene.app);
  assert.deepEqual(await unsummarized(), [0]);
  const asking = await scene.query((tx) =>
    sql`select from pg_class join pg_inherits on inhrelid = oid
      where inhparent = 'executions_time'::regclass and reloptions @> '{autosummarize=on}'`.execute(tx),
  );
  assert.equal(asking.rows.length, 0);
});

test("a partition may be added, and dropped, by several control planes at once", async () => {
  const day = daysAgo(70).slice(0, 10);
  const added = await Promise.all(Array.from({ length: 6 }, () => addPartition(day)));
  assert.equal(added.filter(({ rows }) => rows[0]?.added === true).length, 1);
  const kept = await Promise.allSettled(Array.from({ length: 6 }, () => keepPartitions(scene.app)));
  // Who gets no lock, because another one drops the same, leaves it for the next time.
  const codes = kept.map((one) => (one.status === "rejected" ? (one.reason as { code?: string }).code : "kept"));
  assert.ok(codes.includes("kept") && codes.every((code) => /^(kept|55P03|40P01)$/.test(code ?? "")), codes.join());
  await keepPartitions(scene.app);
  const left = await scene.query((tx) =>
    sql`select from pg_inherits where inhrelid = to_regclass(${partitionOf(day)})`.execute(tx),
  );
  assert.equal(left.rows.length, 0);
});

test("forgets what lists found dropped days by, however much there is, and keeps the rest", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const day = daysAgo(41).slice(0, 10);
  await addPartition(day);
  const tenants = Array.from({ length: 700 }, (_, n) => `tenant-${n}`);
  const old = tenants.map((tenantId) => record(projectId, { tenantId, startedAt: `${day}T12:00:00.000Z` }));
  for (const half of [old.slice(0, 350), old.slice(350)]) await report(half);
  const fresh = ["tenant-0", "tenant-699"].map((tenantId) => record(projectId, { tenantId }));
  await report(fresh);
  // More of one value than a transaction removes.
  await scene.query((tx) =>
    sql`insert into execution_facets (project_id, facet, term, last_at, first_at, sequence, positions)
      select ${projectId}, 'tenantId', 'tenant-0', ${`${day}T12:00:00.000Z`}::timestamptz, ${`${day}T12:00:00.000Z`}::timestamptz, n, b'1'
      from generate_series(1000000001, 1000025000) n`.execute(tx),
  );
  await keepPartitions(scene.app);
  const left = await scene.query((tx) =>
    sql<{ entries: number; batches: number }>`select
      (select count(*)::integer from execution_facets where project_id = ${projectId} and last_at < now() - interval '1 day') as entries,
      (select count(*)::integer from execution_batches where project_id = ${projectId} and last_at < now() - interval '1 day') as batches`.execute(
      tx,
    ),
  );
  assert.deepEqual(left.rows[0], { entries: 0, batches: 0 });
  for (const { id, tenantId } of fresh)
    assert.deepEqual(
      (await list(author, { tenantId })).items.map((item) => item.id),
      [id],
    );
});

test("drops the oldest days, whole, when all of them take more room than they may", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  const noon = (days: number) => `${daysAgo(days).slice(0, 10)}T12:00:00.000Z`;
  // Random, because PostgreSQL compresses repetitive data.
  const input = () => Array.from({ length: 120 }, () => identifier("fill"));
  const today = record(projectId);
  const ofDay = new Map([3, 2, 1].map((days) => [days, record(projectId, { startedAt: noon(days) })]));
  for (const days of ofDay.keys()) await addPartition(daysAgo(days));
  await report([today, ...ofDay.values()]);
  await report(Array.from({ length: 500 }, () => record(projectId, { startedAt: noon(2), input: input() })));
  const kept = async (executionRetentionMb: number) => {
    await keepPartitions({ ...scene.app, settings: { ...scene.app.settings, executionRetentionMb } });
    const found = [3, 2, 1].filter((days) => ofDay.has(days));
    const there = await Promise.all(
      found.map((days) =>
        get(author, ofDay.get(days)?.id ?? "").then(
          () => days,
          () => null,
        ),
      ),
    );
    return there.filter((days) => days !== null);
  };
  assert.deepEqual(await kept(1_000), [3, 2, 1]);
  assert.deepEqual(await kept(2), [1]);
  assert.deepEqual((await get(author, today.id)).id, today.id);
});
