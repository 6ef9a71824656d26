import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiError } from "@ferrule/contract/api-error.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../../testing/author.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { listSums } from "../queries/error-groups.ts";
import { record, report } from "../testing/reports.ts";

const scene = duringTests(startScene);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const failing = {
  status: "failed" as const,
  error: { code: "NO_ORDER", message: "No.", stack: "Error: No.\n    at handler (look-up.ts:4:3)" },
};

const failure = ({ projectId }: Author, fields: Partial<ExecutionRecord>) =>
  record(projectId, { ...failing, ...fields });

const me = async ({ client }: Author) => (await client.getMe()).user;

async function onlyGroup({ client }: Author, environment: "development" | "production" = "development") {
  const { items } = await client.listExecutionGroups({ query: { environment } });
  assert.equal(items.length, 1);
  return items[0]!;
}

test("a group says where it began, how often it came, whom it touches, and which inputs fail", async () => {
  const author = await startAuthor(scene);
  const { client, projectId } = author;
  const orders = (status: string) => ({
    order: { country: status === "failed" ? "CH" : "DE", id: Math.random() },
    note: "***",
  });
  const failed = [200, 100, 10].map((minutes, n) =>
    failure(author, {
      startedAt: minutesAgo(minutes),
      input: orders("failed"),
      tenantId: n === 0 ? "acme" : "globex",
      bindingId: null,
    }),
  );
  const fine = Array.from({ length: 5 }, (_, n) =>
    record(projectId, { startedAt: minutesAgo(n + 1), input: orders("succeeded") }),
  );
  await report(scene.worker(), [...failed, ...fine]);
  const { id } = await onlyGroup(author);
  const group = await client.getExecutionGroup({ params: { groupId: id }, query: { environment: "development" } });
  assert.deepEqual(
    [group.count, group.looked, group.code, group.frame],
    [3, 3, "NO_ORDER", "handler (look-up.ts:4:3)"],
  );
  assert.deepEqual([group.firstSeenAt, group.lastSeenAt], [failed[0]?.startedAt, failed[2]?.startedAt]);
  assert.deepEqual(group.tenants, [
    { tenantId: "globex", count: 2 },
    { tenantId: "acme", count: 1 },
  ]);
  assert.equal(group.stack, failing.error.stack);
  assert.equal(
    group.trend.reduce((sum, { count }) => sum + count, 0),
    3,
  );
  assert.ok(group.trend.length >= 168 && group.trend.some(({ count }) => count === 0), "steps without a failure too");
  assert.deepEqual(group.inputs, [
    { path: "/order/country", failed: [{ value: '"CH"', count: 3 }], succeeded: [{ value: '"DE"', count: 5 }] },
  ]);
  assert.deepEqual(group.compared, { failed: 3, succeeded: 5 });
  assert.equal(group.sampleIds[0], failed[2]?.id);
  assert.equal(
    (await client.countExecutions({ query: { errorId: id, environment: "development" } })).count,
    group.looked,
  );
});

test("a group names the deployment with which it began, whatever order its failures come in", async () => {
  const author = await startAuthor(scene);
  const { client, projectId } = author;
  await scene.query((tx) =>
    sql`insert into deployments (id, project_id, number, kind, target, status, snapshot, message)
      select 'dep_' || n || ${projectId}, ${projectId}, n, 'deploy', 'development', 'completed', '{}', ''
      from generate_series(1, 2) n`
      .execute(tx)
      .catch((error: unknown) => assert.fail(String(error))),
  );
  const of = (n: number) => `dep_${n}${projectId}`;
  await report(scene.worker(), [failure(author, { startedAt: minutesAgo(5), deploymentId: of(2) })]);
  await report(scene.worker(), [failure(author, { startedAt: minutesAgo(9), deploymentId: of(1) })]);
  await report(scene.worker(), [failure(author, { startedAt: minutesAgo(2), deploymentId: of(2) })]);
  const { id } = await onlyGroup(author);
  const group = await client.getExecutionGroup({ params: { groupId: id }, query: { environment: "development" } });
  assert.deepEqual(group.beganWith, { deploymentId: of(1), number: 1, kind: "deploy" });
  assert.deepEqual(group.deployments, [
    { deploymentId: of(2), number: 2, count: 2 },
    { deploymentId: of(1), number: 1, count: 1 },
  ]);
});

test("a resolved group opens again with a failure that begins later, and with no earlier one", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  await report(scene.worker(), [failure(author, { startedAt: minutesAgo(5) })]);
  const { id } = await onlyGroup(author);
  const at = { params: { groupId: id }, query: { environment: "development" as const } };
  const resolved = await client.updateExecutionGroup({ ...at, body: { status: "resolved", note: "Stock is back." } });
  assert.deepEqual(
    [resolved.status, resolved.resolvedBy, resolved.note],
    ["resolved", (await me(author)).email, "Stock is back."],
  );
  await report(scene.worker(), [failure(author, { startedAt: minutesAgo(1) })]);
  assert.equal((await onlyGroup(author)).status, "resolved", "it began before, and came late");
  assert.deepEqual(
    (await client.listExecutionGroups({ query: { environment: "development", status: "open" } })).items,
    [],
  );
  const again = failure(author, { startedAt: new Date(Date.now() + 1_000).toISOString() });
  await report(scene.worker(), [again]);
  const reopened = await client.getExecutionGroup(at);
  assert.deepEqual([reopened.status, reopened.reopenedAt, reopened.resolvedBy], ["open", again.startedAt, null]);
  assert.equal(reopened.note, "Stock is back.");
});

test("a group is assigned to active users only, and state is of one environment and one Project", async () => {
  const [author, other] = [await startAuthor(scene), await startAuthor(scene)];
  const { client } = author;
  await report(scene.worker(), [
    failure(author, { startedAt: minutesAgo(5) }),
    failure(author, { startedAt: minutesAgo(5), environment: "production" }),
  ]);
  const { id } = await onlyGroup(author);
  const at = { params: { groupId: id }, query: { environment: "development" as const } };
  await client.updateExecutionGroup({ ...at, body: { assigneeId: (await me(author)).id } });
  assert.deepEqual((await onlyGroup(author)).assignee, { id: (await me(author)).id, email: (await me(author)).email });
  assert.equal((await onlyGroup(author, "production")).assignee, null);
  const mine = await client.listExecutionGroups({ query: { assigneeId: (await me(author)).id } });
  assert.deepEqual(
    mine.items.map(({ environment }) => environment),
    ["development"],
  );
  await assert.rejects(
    client.updateExecutionGroup({ ...at, body: { assigneeId: "usr_nobody" } }),
    (error: ApiError) => error.status === 400,
  );
  await assert.rejects(other.client.getExecutionGroup(at), (error: ApiError) => error.status === 404);
  await assert.rejects(
    other.client.updateExecutionGroup({ ...at, body: { status: "resolved" } }),
    (error: ApiError) => error.status === 404,
  );
});

test("a group's page reads only its own sums, however many groups there are", async () => {
  const { projectId } = await startAuthor(scene);
  await scene.query(async (tx) => {
    await sql`insert into failure_rollups (project_id, bucket_at, environment, id, function_name, code, message, count,
        first_at, last_at, sample_ids)
      select ${projectId}, hour, 'development', 'group_' || n, 'a', 'NO_ORDER', 'No.', 1, hour, hour, 'exe_1'
      from generate_series(date_trunc('hour', now()) - interval '7 days', now(), '1 hour') hour, generate_series(1, 200) n`.execute(
      tx,
    );
    await sql`analyze failure_rollups`.execute(tx);
  });
  const { sums, reads } = await scene.query(async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ reads: number }>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as reads from pg_stat_xact_user_tables
        where relname = 'failure_rollups'`.execute(tx);
      return rows[0]?.reads ?? 0;
    };
    const before = await count();
    const range = { from: new Date(Date.now() - 7 * 86_400_000), to: new Date() };
    const found = await listSums({ tx, projectId } as ProjectScope, "development", "group_7", range);
    return { sums: found.length, reads: (await count()) - before };
  });
  assert.ok(sums >= 167 && sums <= 169, `${sums} sums`);
  assert.ok(reads <= sums + 10, `${reads} rows were read for ${sums} sums`);
});
