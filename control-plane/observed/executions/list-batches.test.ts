import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { ExecutionFilters } from "./filters/execution-filters.ts";
import { findKeys } from "./queries/find-keys.ts";
import { record, report } from "./testing/reports.ts";

/*
 * The list is read from the entries of batches. It must equal a list of all executions, whatever batches they came in.
 */
const scene = duringTests(startScene);

type Query = NonNullable<NonNullable<Parameters<Author["client"]["listExecutions"]>[0]>["query"]>;

/** Recent, because older ones are removed at the end of their retention, rollups included. */
const begin = Math.floor(Date.now() / 60_000 - 180) * 60_000;
const statuses = ["succeeded", "succeeded", "succeeded", "failed", "timed_out"] as const;

const nobody = { kind: "anonymous", id: null, name: null } as const;
const key = { kind: "api-key", id: "key_1", name: "First" } as const;
const signedIn = (issuer: string, subject: string) =>
  ({ kind: "jwt", id: subject, name: null, issuer, subject }) as const;
const [ada, other] = [
  signedIn("https://acme.example", "ada lovelace"),
  signedIn("https://other.example", "ada lovelace"),
];
const callers = [nobody, key, ada, other, { kind: "cron", id: "c".repeat(200), name: null }] as const;

/** Executions whose batches overlap: each batch contains some that began long before the others, as long calls do. */
function madeBatches(projectId: string): ExecutionRecord[][] {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  return Array.from({ length: 30 }, (_, batch) =>
    Array.from({ length: 20 }, () =>
      record(projectId, {
        startedAt: new Date(begin + batch * 4_000 + random(9_000) - (random(5) === 0 ? 300_000 : 0)).toISOString(),
        status: statuses[random(5)] ?? "succeeded",
        functionId: random(9) === 0 ? null : `fn_${random(3)}`,
        tenantId: random(40) === 0 ? "rare" : `tenant-${random(6)}`,
        caller: callers[random(callers.length)]!,
        source: random(2) === 0 ? "mcp" : "http",
        environment: random(3) === 0 ? "production" : "development",
      }),
    ),
  );
}

/** What a list of all executions would return. */
function expected(all: readonly ExecutionRecord[], { from, to, ...values }: Query): string[] {
  const fits = (one: ExecutionRecord) =>
    Object.entries(values).every(([field, value]) =>
      field === "caller"
        ? value === (one.caller.subject === undefined ? one.caller.id : `${one.caller.issuer} ${one.caller.subject}`)
        : one[field as keyof ExecutionRecord] === value,
    ) &&
    (from === undefined || one.startedAt >= from) &&
    (to === undefined || one.startedAt < to);
  const key = (one: ExecutionRecord) => `${one.startedAt} ${one.id}`;
  return all
    .filter(fits)
    .toSorted((one, other) => (key(one) < key(other) ? 1 : -1))
    .map(({ id }) => id);
}

async function pagesOf(author: Author, query: Query): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Author["client"]["listExecutions"]>> = await author.client.listExecutions({
      query: { ...query, limit: 17, ...(cursor === null ? {} : { cursor }) },
    });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

const at = (seconds: number) => new Date(begin + seconds * 1_000).toISOString();
const queries: Query[] = [
  {},
  { caller: "https://acme.example ada lovelace" },
  { caller: "c".repeat(200), status: "failed" },
  { tenantId: "rare", caller: "key_1" },
  { status: "failed" },
  { tenantId: "rare" },
  { caller: "ada lovelace" },
  { tenantId: "nobody" },
  { functionId: "fn_1", status: "timed_out" },
  { environment: "production", source: "http", tenantId: "tenant-2" },
  { from: at(20), to: at(60) },
  { status: "succeeded", from: at(-280), to: at(-200) },
  { source: "mcp", to: at(30) },
];

test("lists what a list of all would be, whatever batches they were recorded in, and of no other Project", async () => {
  const [author, other] = [await startAuthor(scene), await startAuthor(scene)];
  const [own, foreign] = [madeBatches(author.projectId), madeBatches(other.projectId)];
  // Both Projects' calls come in one batch, in another order than they began.
  for (const [n, batch] of own.entries()) await report(scene.worker(), [...batch, ...(foreign[29 - n] ?? [])]);
  for (const query of queries) {
    assert.deepEqual(await pagesOf(author, query), expected(own.flat(), query), JSON.stringify(query));
    assert.deepEqual(await pagesOf(other, query), expected(foreign.flat(), query), JSON.stringify(query));
  }
});

test("lists calls that came one by one, minutes apart", async () => {
  const author = await startAuthor(scene);
  const all = Array.from({ length: 300 }, (_, n) =>
    record(author.projectId, {
      startedAt: new Date(begin - n * 90_000).toISOString(),
      tenantId: n % 2 === 0 ? "even" : "odd",
      status: n % 30 === 0 ? "failed" : "succeeded",
    }),
  );
  await report(scene.worker(), all);
  for (const query of [
    {},
    { tenantId: "odd" },
    { tenantId: "even", status: "failed" as const },
    { status: "failed" as const },
  ])
    assert.deepEqual(await pagesOf(author, query), expected(all, query), JSON.stringify(query));
});

test("lists a call once that was reported twice, with others and at the same time", async () => {
  const author = await startAuthor(scene);
  const all = madeBatches(author.projectId).flat();
  const halves = [all.slice(0, 400), all.slice(200), all.slice(100, 500)];
  await Promise.all(halves.map((half) => report(scene.worker(), half)));
  for (const query of queries) assert.deepEqual(await pagesOf(author, query), expected(all, query));
});

test("records each call once, with its entries and sums, while connections to the database are cut", async () => {
  const author = await startAuthor(scene);
  const batches = madeBatches(author.projectId);
  const all = batches.flat();
  const over = new AbortController();
  const cutTwice = Promise.withResolvers<void>();
  async function cut(): Promise<number> {
    let cuts = 0;
    for (; !over.signal.aborted && cuts < 8; cuts += 1) {
      if (cuts === 2) cutTwice.resolve();
      await scene
        .query((tx) =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(tx),
        )
        .catch(() => undefined);
      await delay(60);
    }
    return cuts;
  }
  const cutting = cut();
  // As a worker does: it sends unacknowledged records again.
  await Promise.all(
    batches.map(async (records, n) => {
      // However quick the machine is, not all of them come before it has begun.
      if (n % 2 === 1) await cutTwice.promise;
      while ((await scene.worker().ask("recordExecutions", { records })).status !== 204) await delay(10);
    }),
  );
  over.abort();
  assert.ok((await cutting) > 1);
  for (const query of queries) assert.deepEqual(await pagesOf(author, query), expected(all, query));
  const { rows } = await scene.query((tx) =>
    sql<{ calls: number }>`select sum(calls)::integer as calls from execution_rollups
      where project_id = ${author.projectId} and seconds = 900 and function_id = ''`.execute(tx),
  );
  assert.equal(rows[0]?.calls, all.length);
});

test("batches in which no call meets two filters are passed over unread", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  for (let batch = 0; batch < 20; batch += 1)
    await report(
      scene.worker(),
      ["a", "b"].map((name) => record(projectId, { functionId: `fn_${name}`, endpointId: `ep_${name}` })),
    );
  const lookups = (filters: ExecutionFilters) =>
    scene.query(async (tx) => {
      const scans = async () => {
        const { rows } = await sql<{ scans: number }>`
          select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::integer as scans from pg_stat_xact_user_tables
          where relname = 'execution_batches'`.execute(tx);
        return rows[0]?.scans ?? 0;
      };
      const before = await scans();
      const found = await findKeys({ tx, projectId } as ProjectScope, filters, 50, null);
      return { found: found.length, scans: (await scans()) - before };
    });
  assert.deepEqual(await lookups({ functionId: "fn_a", endpointId: "ep_a" }), { found: 20, scans: 20 });
  assert.deepEqual(await lookups({ functionId: "fn_a", endpointId: "ep_b" }), { found: 0, scans: 0 });
});

test("a deep page by two filters passes the newer entries by, also with the plan that suits every page", async () => {
  const author = await startAuthor(scene);
  const { projectId } = author;
  // Further apart than a batch may be long.
  const at = (batch: number) => new Date(begin + batch * 120_000);
  for (let batch = 0; batch < 60; batch += 1)
    await report(scene.worker(), [
      record(projectId, { functionId: "fn_a", endpointId: "ep_a", startedAt: at(batch).toISOString() }),
    ]);
  const fetched = (deep: number) =>
    scene.query(async (tx) => {
      await sql`select set_config('plan_cache_mode', 'force_generic_plan', true),
        set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(tx);
      const entries = async () => {
        const { rows } = await sql<{ entries: number }>`
          select coalesce(idx_tup_fetch, 0)::integer as entries from pg_stat_xact_user_tables
          where relname = 'execution_facets'`.execute(tx);
        return rows[0]?.entries ?? 0;
      };
      const before = await entries();
      const filters = { functionId: "fn_a", endpointId: "ep_a" };
      const found = await findKeys({ tx, projectId } as ProjectScope, filters, 50, { startedAt: at(deep), id: "" });
      return { found: found.length, entries: (await entries()) - before };
    });
  const { found, entries } = await fetched(5);
  assert.equal(found, 5);
  assert.ok(entries <= 40, `${entries} entries were read for a page of five calls`);
});
