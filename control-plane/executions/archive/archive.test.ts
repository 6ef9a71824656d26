import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { zstdDecompressSync } from "node:zlib";
import type { Client } from "@ferrule/contract/client.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import { runErasures } from "../../erasures/run-erasures.ts";
import { eventually } from "../../testing/eventually.ts";
import { startTestControlPlane, type TestControlPlane } from "../../testing/test-control-plane.ts";
import { keepPartitions } from "../keep-partitions.ts";
import { recordExecutions } from "../record-executions.ts";
import { record } from "../testing/reports.ts";
import { openArchive } from "./archive.ts";
import { keepArchive } from "./keep-archive.ts";
import { readArchiveState } from "./queries.ts";
import { startBucketServer, type BucketServer } from "./testing/bucket-server.ts";

const dayMs = 86_400_000;
/** Noon of a day that is not kept any more. */
const noonOf = (daysAgo: number) => Math.floor(Date.now() / dayMs - daysAgo) * dayMs + dayMs / 2;
const dayOf = (daysAgo: number) => new Date(noonOf(daysAgo)).toISOString().slice(0, 10);

describe("the archive of executions", () => {
  const owned = new AsyncDisposableStack();
  let bucket: BucketServer;
  let plane: TestControlPlane;
  let project: { id: string };
  let client: Client;
  before(async () => {
    bucket = owned.use(await startBucketServer());
    plane = owned.use(await startTestControlPlane({ archive: { ...bucket.settings, timeoutMs: 1_000 } }));
  });
  after(() => owned.disposeAsync());
  beforeEach(async () => {
    bucket.state.behave = () => "works";
    project = await plane.createProject();
    client = await plane.signInAs("owner", project.id);
  });

  const run = <T>(statement: ReturnType<typeof sql<T>>) =>
    plane.app.store.inInstallation(({ tx }) => statement.execute(tx));
  const at = (time: number, fields: Partial<ExecutionRecord> = {}) =>
    record(project.id, {
      id: identifier("exe", time),
      requestId: identifier("req", time),
      startedAt: new Date(time).toISOString(),
      ...fields,
    });
  /** Calls of a day, a second apart, in batches as workers send them; the newest is the last. */
  async function fillDay(daysAgo: number, count: number, fields: (n: number) => Partial<ExecutionRecord> = () => ({})) {
    await run(sql`select ferrule_add_execution_partition((now() at time zone 'UTC')::date - ${daysAgo}::integer)`);
    const records = Array.from({ length: count }, (_, n) => at(noonOf(daysAgo) + n * 1_000, fields(n)));
    for (let n = 0; n < count; n += 50) await recordExecutions(plane.app, records.slice(n, n + 50));
    return records;
  }
  const inDatabase = async () =>
    (
      await run(
        sql<{ count: number }>`select count(*)::integer as count from executions where project_id = ${project.id}`,
      )
    ).rows[0]?.count;
  const mine = () => [...bucket.objects.keys()].filter((key) => key.startsWith(project.id));
  const failure = async () => (await plane.app.store.inInstallation(readArchiveState)).failure;
  async function listAll(query: NonNullable<NonNullable<Parameters<Client["listExecutions"]>[0]>["query"]>) {
    const items = [];
    let cursor: string | undefined;
    do {
      const page = await client.listExecutions({ query: { ...query, ...(cursor === undefined ? {} : { cursor }) } });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return items;
  }

  test("an old day leaves the database, and is found by id, by request and in lists as before, marked", async () => {
    const old = await fillDay(40, 120, (n) => ({
      tenantId: n % 3 === 0 ? "acme" : "other",
      status: n === 7 ? "failed" : "succeeded",
      error: n === 7 ? { code: "FUNCTION_ERROR", message: "No.", stack: "at x" } : null,
      input: { password: "********", n },
      traceId: "0".repeat(32),
    }));
    await recordExecutions(plane.app, [at(Date.now()), at(noonOf(41), { tenantId: "acme" })]);
    const before = await listAll({ limit: 50 });
    const one = await client.getExecution({ params: { executionId: old[7]!.id } });
    // The run that begins with the control plane may be under way; then one of the two gives way.
    await eventually(async () => {
      await keepPartitions(plane.app);
      return (await inDatabase()) === 1 ? true : undefined;
    });
    const strip = ({ archived: _archived, ...rest }: (typeof before)[number]) => rest;
    const listed = await listAll({ limit: 50 });
    assert.deepEqual(listed.map(strip), before);
    assert.deepEqual(
      listed.map(({ archived }) => archived),
      [undefined, ...Array.from({ length: 121 }, () => true)],
    );
    const { archived, ...again } = await client.getExecution({ params: { executionId: old[7]!.id } });
    assert.deepEqual([archived, again], [true, one]);
    const query = { requestId: old[9]!.requestId };
    assert.deepEqual(
      (await client.listExecutions({ query })).items.map(({ id }) => id),
      [old[9]!.id],
    );
    assert.equal((await listAll({ tenantId: "acme" })).length, 41);
    assert.deepEqual(
      (await listAll({ status: "failed" })).map(({ id }) => id),
      [old[7]!.id],
    );
    const range = { from: old[10]!.startedAt, to: old[20]!.startedAt };
    assert.deepEqual(
      (await listAll({ ...range, limit: 3 })).map(({ id }) => id),
      old
        .slice(10, 20)
        .map(({ id }) => id)
        .toReversed(),
    );
    const [, body] =
      [...bucket.objects].find(([key]) => key.startsWith(`${project.id}/${dayOf(40)}`)) ?? assert.fail("no object");
    const line = JSON.parse(zstdDecompressSync(body).toString().split("\n")[0] ?? "") as ExecutionRecord;
    assert.deepEqual([line.id, line.input], [old[119]!.id, { password: "********", n: 119 }]);
    const state = await plane.app.store.inInstallation(readArchiveState);
    assert.deepEqual([state.failure, state.lastDay], [null, dayOf(40)]);
  });

  test("another Project and another id find nothing", async () => {
    const [one] = await fillDay(40, 3);
    await keepPartitions(plane.app);
    const neighbour = await plane.signInAs("owner", (await plane.createProject()).id);
    const params = { executionId: one!.id };
    assert.equal((await client.getExecution({ params })).id, one!.id);
    await assert.rejects(neighbour.getExecution({ params }), { status: 404 });
    assert.deepEqual((await neighbour.listExecutions({ query: {} })).items, []);
    await assert.rejects(client.getExecution({ params: { executionId: identifier("exe", noonOf(40)) } }), {
      status: 404,
    });
  });

  for (const [how, why] of [
    ["refuses", /answered 503/],
    ["lies", /answered 404/],
    ["garbles", /something else/],
    ["silent", /in time/],
  ] as const) {
    test(`as long as the bucket ${how}, nothing is removed from the database; then it goes on`, async () => {
      await fillDay(40, 5);
      bucket.state.behave = (method) => (how === "garbles" ? (method === "GET" ? how : "works") : how);
      await keepPartitions(plane.app);
      assert.equal(await inDatabase(), 5);
      assert.match((await failure()) ?? "", why);
      assert.equal(
        (await listAll({})).every(({ archived }) => archived === undefined),
        true,
      );
      bucket.state.behave = () => "works";
      await keepPartitions(plane.app);
      assert.equal(await inDatabase(), 0);
      assert.equal(await failure(), null);
      assert.equal((await listAll({})).length, 5);
    });
  }

  test("a wrong signature is refused, and says nothing of the key", async () => {
    await fillDay(40, 1);
    const settings = { ...plane.settings, archive: { ...bucket.settings, secretAccessKey: "another-secret-of-it" } };
    await keepPartitions({ ...plane.app, archive: openArchive(settings) });
    assert.equal(await inDatabase(), 1);
    assert.match((await failure()) ?? "", /answered 403/);
    assert.doesNotMatch((await failure()) ?? "", /another-secret/);
    await keepPartitions(plane.app);
    assert.equal(await inDatabase(), 0);
  });

  test("a control plane that dies between two objects, or before one counts, is followed by another; none is there twice", async () => {
    const large = "x".repeat(90_000);
    const old = await fillDay(40, 250, (n) => ({ input: { n, large } }));
    let puts = 0;
    bucket.state.behave = (method) => (method === "PUT" && (puts += 1) > 1 ? "lies" : "works");
    await keepPartitions(plane.app);
    assert.ok(puts > 1 && (await inDatabase()) === 250);
    bucket.state.behave = () => "works";
    await keepPartitions(plane.app);
    assert.equal(await inDatabase(), 0);
    assert.deepEqual(
      (await listAll({ limit: 200 })).map(({ id }) => id),
      old.map(({ id }) => id).toReversed(),
    );
    assert.ok(mine().length >= 3);
  });

  test("what is recorded of an old day after it was archived stays until it is archived, too", async () => {
    await fillDay(40, 3);
    const late = [at(noonOf(40) + 60_000), at(noonOf(41))];
    let isLate = false;
    bucket.state.behave = () => {
      // The day is being archived, and was counted.
      if (!isLate) {
        isLate = true;
        void recordExecutions(plane.app, late);
      }
      return "works";
    };
    await eventually(async () => {
      await keepPartitions(plane.app);
      return (await inDatabase()) === 0 ? true : undefined;
    });
    assert.equal((await listAll({})).length, 5);
  });

  test("two control planes at once leave each execution once", async () => {
    const old = await fillDay(40, 60);
    await Promise.all([keepPartitions(plane.app), keepPartitions(plane.app)]).catch(() => undefined);
    await keepPartitions(plane.app);
    assert.equal(await inDatabase(), 0);
    assert.deepEqual(
      (await listAll({})).map(({ id }) => id),
      old.map(({ id }) => id).toReversed(),
    );
  });

  test("what the bucket lost or changed later is 503 to a reader, who learns no names, and lists of the database stay", async () => {
    const [one] = await fillDay(40, 3);
    await recordExecutions(plane.app, [at(Date.now())]);
    await keepPartitions(plane.app);
    bucket.state.behave = () => "garbles";
    const error = await client.getExecution({ params: { executionId: one!.id } }).catch((reason: unknown) => reason);
    assert.match(String(error), /archive of executions cannot be read/);
    assert.doesNotMatch(JSON.stringify(error), /127\.0\.0\.1|zst|ferrule\//);
    const { items, nextCursor } = await client.listExecutions({ query: {} });
    assert.equal(items.length, 1);
    await assert.rejects(client.listExecutions({ query: { cursor: nextCursor ?? "" } }), { status: 503 });
  });

  test("an erasure reaches the archive: the objects are written anew, and the old ones are gone", async () => {
    const old = await fillDay(40, 9, (n) => ({ tenantId: n % 2 === 0 ? "leaves" : "stays" }));
    await fillDay(41, 2, () => ({ tenantId: "leaves" }));
    await keepPartitions(plane.app);
    await client.createErasure({ body: { subject: "tenant", name: "leaves", reason: "They asked for it." } });
    bucket.state.behave = (method) => (method === "PUT" ? "refuses" : "works");
    await runErasures(plane.app).catch(() => undefined);
    assert.equal((await client.listErasures({ query: {} })).items[0]?.finishedAt, null);
    bucket.state.behave = () => "works";
    await runErasures(plane.app);
    const done = (await client.listErasures({ query: {} })).items[0];
    assert.deepEqual([done?.finishedAt !== null, done?.removed["archived"]], [true, 7]);
    const left = (await listAll({})).map(({ id }) => id);
    assert.deepEqual(
      left,
      [7, 5, 3, 1].map((n) => old[n]!.id),
    );
    for (const key of mine())
      assert.doesNotMatch(zstdDecompressSync(bucket.objects.get(key) ?? Buffer.of()).toString(), /leaves/);
  });

  test("while an erasure is under way nothing is archived, so that nothing of it escapes", async () => {
    await fillDay(40, 2);
    // Nobody works on one that has no name.
    await run(sql`insert into erasures (id, project_id, subject, reason, sha256)
      values (${identifier("ers")}, ${project.id}, 'tenant', 'r', 'x')`);
    await keepPartitions(plane.app);
    assert.deepEqual(mine(), []);
    assert.equal(await inDatabase(), 2);
    await run(sql`delete from erasures where project_id = ${project.id}`);
    await keepPartitions(plane.app);
    assert.equal((await listAll({})).length, 2);
  });

  test("an erasure that begins while an object is written keeps it from counting", async () => {
    await fillDay(40, 4, (n) => ({ tenantId: n === 0 ? "stays" : "leaves" }));
    let begun: Promise<unknown> | undefined;
    bucket.state.behave = (method) => {
      const body = { subject: "tenant", name: "leaves", reason: "They asked for it." } as const;
      if (method === "PUT") begun ??= client.createErasure({ body });
      return "slow";
    };
    await keepPartitions(plane.app);
    await begun;
    assert.equal(await inDatabase().then((count) => count !== 0), true);
    bucket.state.behave = () => "works";
    await runErasures(plane.app);
    await keepPartitions(plane.app);
    await keepArchive(plane.app);
    assert.equal((await listAll({})).length, 1);
    for (const key of mine())
      assert.doesNotMatch(zstdDecompressSync(bucket.objects.get(key) ?? Buffer.of()).toString(), /leaves/);
  });

  test("objects go when their time is over, and with their Project; those of a broken write go too", async () => {
    await fillDay(400, 1);
    await fillDay(40, 1);
    await keepPartitions(plane.app);
    assert.equal(mine().length, 2);
    await keepArchive(plane.app);
    assert.equal(mine().length, 1);
    const params = { projectId: project.id };
    await client.updateProject({ params, body: { status: "archived" } });
    await client.deleteProject({ params });
    await keepArchive(plane.app);
    assert.deepEqual(mine(), []);
  });
});
