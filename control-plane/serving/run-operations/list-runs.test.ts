import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { NewRun } from "@ferrule/contract/internal/runs.ts";
import { sampleRecord } from "@ferrule/contract/internal/testing/sample-record.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startAuthor } from "../../testing/author.ts";
import { issuePaths, refusal } from "../../testing/refusal.ts";
import { approvalOf, startRunScene } from "../runs/testing/start-run-scene.ts";

type Query<Name extends "listRuns" | "countRuns"> = NonNullable<NonNullable<Parameters<Client[Name]>[0]>["query"]>;

describe("reading runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());
  const of = (over?: Partial<NewRun>) => given.of(over);
  const client = () => given.author.client;
  const list = async (query: Query<"listRuns"> = {}) => (await client().listRuns({ query })).items.map(({ id }) => id);

  /** Starts runs one after the other, so that each was created later than the one before. */
  async function startEach(...runs: NewRun[]) {
    for (const run of runs) await given.start(run);
    return runs.map(({ id }) => id);
  }

  test("a list has the latest runs first, whatever their ids, page by page", async () => {
    const ids = await startEach(...["3", "1", "2"].map((n) => of({ id: `run_${n}`.padEnd(28, "0") })));
    assert.deepEqual(await list(), ids.toReversed());
    const first = await client().listRuns({ query: { limit: 2 } });
    assert.deepEqual(
      first.items.map(({ id }) => id),
      ids.toReversed().slice(0, 2),
    );
    const rest = await client().listRuns({ query: { limit: 2, cursor: first.nextCursor ?? "" } });
    assert.deepEqual([rest.items.map(({ id }) => id), rest.nextCursor], [ids.slice(0, 1), null]);
    const other = client().listRuns({ query: { limit: 2, cursor: first.nextCursor ?? "", status: "queued" } });
    assert.deepEqual(await issuePaths(other), ["query.cursor"]);
  });

  test("each filter finds what has it, alone and with others", async () => {
    const other = await given.author.addFunction(`other-${identifier("x").slice(-6)}`);
    const all = [
      of({ tenantId: "acme", key: "A-1" }),
      of({ environment: "production", source: "cron" }),
      of({ functionId: other, deploymentId: "dep_1", onRelease: "stay" }),
      of({ functionId: other, tenantId: "acme", source: "mcp" }),
    ];
    const [keyed = "", cron = "", stays = "", tool = ""] = await startEach(...all);
    await given.scene.query((tx) => sql`update runs set parent_id = ${keyed} where id = ${tool}`.execute(tx));
    await given.scene.query((tx) =>
      sql`update runs set status = 'failed', queue = null, finished_at = now(), error = '{"code":"NO_CARD","message":"No."}'
        where id = ${stays}`.execute(tx),
    );
    const expected: [Query<"listRuns">, string[]][] = [
      [{ environment: "production" }, [cron]],
      [{ environment: "development" }, [tool, stays, keyed]],
      [{ functionId: other }, [tool, stays]],
      [{ functionId: other, status: "failed" }, [stays]],
      [{ status: "queued" }, [tool, cron, keyed]],
      [{ source: "mcp" }, [tool]],
      [{ source: "mcp", environment: "production" }, []],
      [{ tenantId: "acme" }, [tool, keyed]],
      [{ tenantId: "acme", functionId: other }, [tool]],
      [{ key: "A-1" }, [keyed]],
      [{ deploymentId: "dep_1" }, [stays]],
      [{ errorCode: "NO_CARD" }, [stays]],
      [{ errorCode: "NO_CARD", functionId: given.functionId }, []],
      [{ parentId: keyed }, [tool]],
      [{ functionId: "fn_none" }, []],
    ];
    for (const [query, ids] of expected) assert.deepEqual(await list(query), ids, JSON.stringify(query));
    const { createdAt } = await client().getRun({ params: { runId: stays } });
    assert.deepEqual(await list({ since: createdAt }), [tool, stays]);
    assert.deepEqual(await list({ until: createdAt }), [cron, keyed]);
  });

  test("runs that begin, end and are added while somebody pages are neither repeated nor lost", async () => {
    const ids = await startEach(...Array.from({ length: 9 }, () => of()));
    const worker = given.scene.worker();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client().listRuns({ query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      await given.start(of());
      const [attempt] = await given.claim(worker, 1);
      if (attempt) await given.complete(worker, attempt);
    } while (cursor !== undefined);
    assert.deepEqual(seen, ids.toReversed());
  });

  test("counts tell the states of the filtered runs, and which Functions are paused", async () => {
    await given.start(of(), of({ tenantId: "acme" }), of({ environment: "production", approval: approvalOf() }));
    const worker = given.scene.worker();
    const [attempt] = await given.claim(worker, 1);
    assert.ok(attempt);
    const counted = async (query: Query<"countRuns"> = {}) => {
      const { counts } = await client().countRuns({ query });
      return [counts.queued, counts.running, counts.waiting, counts.failed].map(({ count }) => count);
    };
    assert.deepEqual(await counted(), [1, 1, 1, 0]);
    assert.deepEqual(await counted({ environment: "development" }), [1, 1, 0, 0]);
    assert.deepEqual(await counted({ functionId: "fn_none" }), [0, 0, 0, 0]);
    assert.equal(
      (await counted({ tenantId: "acme" })).reduce((sum, count) => sum + count, 0),
      1,
    );
    const body = { environment: "development" } as const;
    await client().pauseRuns({ params: { functionId: given.functionId }, body });
    const { paused } = await client().countRuns({ query: { environment: "development" } });
    assert.deepEqual(
      paused.map(({ functionId, environment, pausedBy }) => [functionId, environment, /@/.test(pausedBy ?? "")]),
      [[given.functionId, "development", true]],
    );
    assert.deepEqual((await client().countRuns({ query: { environment: "production" } })).paused, []);
    await client().resumeRuns({ params: { functionId: given.functionId }, body });
    assert.deepEqual((await client().countRuns({ query: {} })).paused, []);
  });

  test("a run shows its steps in their order, what it waits for, its attempts and its children", async () => {
    const [runId = ""] = await startEach(of());
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    await given.keep(attempt, "charge", { position: 1, value: '{"token":"secret"}', shown: '{"token":"[masked]"}' });
    await given.keep(attempt, "load", { position: 0 });
    const wait = { kind: "event", key: "paid", position: 2, event: "payment.paid", timeoutMs: 60_000 } as const;
    assert.equal(await given.suspend(worker, attempt, wait), 204);
    const run = { id: runId, attempt: 1, suspended: true } as const;
    const { executionId: id, requestId } = attempt;
    const { projectId } = given.author;
    const record = sampleRecord({ id, projectId, requestId, workerId: worker.id, source: "run", run });
    assert.equal((await worker.ask("recordExecutions", { records: [record] })).status, 204);
    const child = of();
    await given.start(child);
    await given.scene.query((tx) => sql`update runs set parent_id = ${runId} where id = ${child.id}`.execute(tx));
    const shown = await client().getRun({ params: { runId } });
    assert.deepEqual(
      shown.timeline.map(({ key, kind, state, shown: text }) => [key, kind, state, text]),
      [
        ["load", "step", "done", '"kept"'],
        ["charge", "step", "done", '{"token":"[masked]"}'],
        ["paid", "event", "waiting", null],
      ],
    );
    assert.match(shown.timeline[2]?.waitsFor ?? "", /^Waits for the event payment\.paid until 20/);
    assert.match(shown.waitsFor ?? "", /payment\.paid/);
    assert.deepEqual([shown.status, shown.steps, shown.attempt], ["waiting", { done: 2, failed: 0 }, 1]);
    assert.deepEqual(
      shown.attempts.map(({ attempt: nth, executionId, end }) => [nth, executionId, end]),
      [[1, attempt.executionId, "suspended"]],
    );
    assert.deepEqual(
      shown.children.map(({ id, status }) => [id, status]),
      [[child.id, "queued"]],
    );
    assert.deepEqual([shown.shownInput, shown.shownOutput], ['{"orderId":"A-1"}', null]);
    assert.ok(!JSON.stringify(shown).includes("secret"));
  });

  test("a run of another Project is not found, and in no list or count", async () => {
    const [runId = ""] = await startEach(of());
    const { client: theirs } = await startAuthor(given.scene);
    assert.equal((await refusal(theirs.getRun({ params: { runId } }))).status, 404);
    assert.deepEqual((await theirs.listRuns({ query: {} })).items, []);
    assert.deepEqual((await theirs.listRuns({ query: { functionId: given.functionId } })).items, []);
    assert.equal((await theirs.countRuns({ query: { functionId: given.functionId } })).counts.queued.count, 0);
  });
});
