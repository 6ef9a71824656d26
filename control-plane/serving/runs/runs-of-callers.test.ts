import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { NewRun, RunReport } from "@ferrule/contract/internal/runs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { pruneEndedRuns } from "./removal/prune-ended-runs.ts";
import { approvalOf, startRunScene } from "./testing/start-run-scene.ts";

const key = (id: string): NewRun["caller"] => ({ kind: "api-key", id, name: id });
const person = (subject: string, issuer = "https://id.example"): NewRun["caller"] => ({
  kind: "jwt",
  id: null,
  name: subject,
  issuer,
  subject,
});

describe("the runs of a caller, as tasks", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  const place = { environment: "development", endpointId: "ep_one", tenantId: "default" } as const;
  const ofClient = (caller: NewRun["caller"], over: Partial<NewRun> = {}) =>
    given.of({ ...place, source: "mcp", caller, ...over });
  const list = async (caller: NewRun["caller"], over: object = {}) => {
    const asked = { projectId: given.author.projectId, ...place, caller, after: null, limit: 100, ...over };
    const { status, body } = await given.scene.worker().ask("listRunsOfCaller", asked);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as { runs: RunReport[]; hasMore: boolean };
  };
  const idsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).runs.map(({ id }) => id).toSorted();
  const read = async (run: NewRun, over: object = {}) => {
    const { environment, endpointId, tenantId, caller } = run;
    const asked = { projectId: given.author.projectId, environment, endpointId, tenantId, caller, waitMs: 0, ...over };
    const { status, body } = await given.scene.worker().ask("readRun", asked, run.id);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as RunReport;
  };

  test("a list has the runs of this caller, endpoint, environment, tenant and Project, and no others", async () => {
    const own = ofClient(key("key_a"));
    const others = [
      ofClient(key("key_b")),
      ofClient({ ...key("key_a"), kind: "user" }),
      ofClient(person("key_a")),
      ofClient(key("key_a"), { endpointId: "ep_two" }),
      ofClient(key("key_a"), { environment: "production" }),
      ofClient(key("key_a"), { tenantId: "other" }),
      ofClient(key("key_a"), { source: "http" }),
    ];
    await given.start(own, ...others);
    assert.deepEqual(await idsOf(key("key_a")), [own.id]);
    const renamed = { ...key("key_a"), name: "Another name" };
    assert.deepEqual(await idsOf(renamed), [own.id]);
    const stranger = await given.scene.plane.createProject();
    assert.deepEqual(await idsOf(key("key_a"), { projectId: stranger.id }), []);
  });

  test("people are told apart by issuer and subject, however long", async () => {
    const long = "s".repeat(20_000);
    const [ada, other, verbose] = [person("ada"), person("ada", "https://other.example"), person(long)];
    const runs = [ada, other, verbose].map((caller) => ofClient(caller));
    await given.start(...runs);
    for (const [at, caller] of [ada, other, verbose].entries()) assert.deepEqual(await idsOf(caller), [runs[at]!.id]);
  });

  test("a thousand runs come in pages, newest first, each once", async () => {
    const first = ofClient(key("key_many"));
    await given.start(first);
    await given.scene.query((tx) =>
      sql`insert into runs (id, project_id, environment, function_id, mode, source, on_release, endpoint_id, tenant_id,
          caller, request_id, lane, status, turn, key_id, wrapped_key, input_chars, shown_input, deadline_seconds,
          deadline_at, created_at, finished_at)
        select 'run_of_' || n, project_id, environment, function_id, mode, source, on_release, endpoint_id, tenant_id,
          caller, request_id, lane, 'succeeded', turn, key_id, wrapped_key, input_chars, shown_input, deadline_seconds,
          deadline_at, created_at - (n / 3) * interval '1 second', now()
        from runs, generate_series(1, 999) n where id = ${first.id}`.execute(tx),
    );
    const seen: RunReport[] = [];
    for (let after: object | null = null, pages = 1; ; pages += 1) {
      const { runs, hasMore } = await list(key("key_many"), { after, limit: 64 });
      seen.push(...runs);
      if (!hasMore) {
        assert.equal(pages, 16);
        break;
      }
      const { createdAt, id } = runs.at(-1)!;
      after = { createdAt, id };
    }
    assert.equal(new Set(seen.map(({ id }) => id)).size, 1_000);
    const times = seen.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted().toReversed());
  });

  test("a task says how long it is kept, what was done last, and what it waits for", async () => {
    const run = ofClient(key("key_a"), { deadlineSeconds: 60 });
    await given.start(run);
    assert.equal((await read(run)).task, undefined, "only who asks gets it");
    const days = given.scene.app.settings.executionRetentionDays * 86_400_000;
    const { keptMs = 0 } = (await read(run, { asTask: true })).task ?? {};
    assert.ok(Math.abs(keptMs - days - 60_000) < 1_000, String(keptMs));
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    await given.keep(attempt, "load", { position: 0 });
    await given.keep(attempt, "charge", { position: 1 });
    const { stepsDone, latestStep, isEnding } = (await read(run, { asTask: true })).task!;
    assert.deepEqual([stepsDone, latestStep, isEnding], [2, "charge", false]);
    const { environment, endpointId, tenantId, caller } = run;
    const asked = { projectId: given.author.projectId, environment, endpointId, tenantId, caller };
    assert.equal((await worker.ask("cancelRunOfCaller", asked, run.id)).status, 204);
    assert.equal((await read(run, { asTask: true })).task?.isEnding, true);
    await given.complete(worker, attempt, { end: "cancelled" });
    const ended = await read(run, { asTask: true });
    assert.equal(ended.status, "cancelled");
    assert.ok(ended.task!.keptMs >= days && ended.task!.keptMs < days + 60_000);
    const asking = ofClient(key("key_a"), { approval: approvalOf() });
    const [{ approvalId } = { approvalId: null }] = await given.start(asking);
    const [newest] = (await list(key("key_a"))).runs;
    assert.deepEqual([newest?.id, newest?.approvalId, newest?.output], [asking.id, approvalId, null]);
  });

  test("a task is there as long as it says, and then it is gone", async () => {
    const run = ofClient(key("key_a"));
    await given.start(run);
    const worker = given.scene.worker();
    await given.complete(worker, await given.claimOne(worker), { output: '"done"' });
    const days = given.scene.app.settings.executionRetentionDays;
    const { keptMs = 0 } = (await read(run, { asTask: true })).task ?? {};
    assert.ok(keptMs >= days * 86_400_000);
    const endedBefore = async (hours: number) => {
      await given.scene.query((tx) =>
        sql`update runs set finished_at = now() - ${hours} * interval '1 hour' where id = ${run.id}`.execute(tx),
      );
      await pruneEndedRuns(given.scene.app);
    };
    await endedBefore(days * 24 - 1);
    assert.equal((await read(run)).output, '"done"');
    await endedBefore(days * 24 + 1);
    const { environment, endpointId, tenantId, caller } = run;
    const asked = { projectId: given.author.projectId, environment, endpointId, tenantId, caller };
    assert.equal((await worker.ask("readRun", { ...asked, waitMs: 0, asTask: true }, run.id)).status, 404);
    assert.equal((await worker.ask("cancelRunOfCaller", asked, run.id)).status, 404);
    assert.deepEqual(await idsOf(key("key_a")), []);
  });
});
