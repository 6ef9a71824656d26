import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { LiveLog } from "@ferrule/contract/internal/workers.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import type { TestWorker } from "../../doors/internal/testing/connect-worker.ts";
import { runningCall } from "../../observed/executions/testing/reports.ts";
import { startAuthor } from "../../testing/author.ts";
import { refusal } from "../../testing/refusal.ts";
import { startRunScene } from "../runs/testing/start-run-scene.ts";

describe("the log of a running attempt", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());
  const line = (message: string) => ({ at: "2026-11-21T08:00:00.000Z", level: "info" as const, message });
  const read = (runId: string) => given.author.client.getRunLog({ params: { runId } });

  /** An attempt of a run that a worker has begun, with what the worker reports of it. */
  async function begun() {
    await given.start(given.of());
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    const { executionId, runId } = attempt;
    const call = runningCall(given.author.projectId, { executionId, source: "run" });
    const report = async (...logs: LiveLog[]) => (await ask(worker, [call], logs))["watched"];
    return { worker, attempt, executionId, runId, report };
  }
  async function ask(worker: TestWorker, calls: object[], logs: LiveLog[]) {
    const load = { running: calls.length, waiting: 0, capacity: 64 };
    const head = { workerId: worker.id, version: "1.2.3", startedAt: "2026-11-21T08:00:00.000Z" };
    const { status, body } = await worker.ask("reportWorker", { ...head, ...load, calls, logs });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  test("comes from its worker as soon as somebody asks, and stays with the worker while nobody does", async () => {
    const { worker, attempt, executionId, runId, report } = await begun();
    const empty = { attempt: 1, executionId, running: true, lines: [], omitted: 0 };
    assert.deepEqual(await read(runId), empty, "its worker has not reported it yet");
    assert.deepEqual(await report({ executionId, lines: [line("unasked")], omitted: 0 }), []);
    assert.deepEqual(await report(), []);
    await read(runId);
    assert.deepEqual(await report(), [executionId]);
    const log = { lines: [{ ...line("one"), data: { n: 1 } }, line("two")], omitted: 7 };
    assert.deepEqual(await report({ executionId, ...log }), [executionId]);
    assert.deepEqual(await read(runId), { ...empty, ...log });
    await report();
    assert.deepEqual(await read(runId), { ...empty, ...log }, "it has not changed");
    await given.scene.query((tx) =>
      sql`update running_executions set watched_at = now() - interval '11 seconds' where id = ${executionId}`.execute(
        tx,
      ),
    );
    assert.deepEqual(await report({ executionId, lines: [line("unseen")], omitted: 0 }), []);
    assert.deepEqual((await read(runId)).lines, [], "what nobody watches is not kept");
    assert.equal(await given.complete(worker, attempt), 204);
    await ask(worker, [], []);
    assert.deepEqual(await read(runId), { ...empty, running: false });
  });

  test("is empty before the first attempt", async () => {
    const run = given.of();
    await given.start(run);
    assert.deepEqual(await read(run.id), { attempt: 0, executionId: null, running: false, lines: [], omitted: 0 });
  });

  test("is nobody's in another Project, and no list of running calls shows it", async () => {
    const { executionId, runId, report } = await begun();
    const stranger = await startAuthor(given.scene);
    const { status } = (await refusal(stranger.client.getRunLog({ params: { runId } }))) as { status: number };
    assert.equal(status, 404);
    assert.deepEqual(await report(), [], "a stranger's question starts nothing");
    await read(runId);
    await report({ executionId, lines: [line("private")], omitted: 0 });
    const listed = await given.author.client.listRunningExecutions();
    assert.equal(listed.items.length, 1);
    assert.doesNotMatch(JSON.stringify(listed), /private|watched/);
  });
});
