import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { record, report, reportRunning, runningCall } from "./testing/reports.ts";

const scene = duringTests(startScene);

test("shows what runs, has its worker end it, and says so", async () => {
  const { client, projectId } = await startAuthor(scene);
  const [worker, other] = [scene.worker(), scene.worker()];
  const [one, two, elsewhere] = [runningCall(projectId), runningCall(projectId), runningCall(projectId)];
  assert.deepEqual(await reportRunning(worker, [one, two]), []);
  await reportRunning(other, [elsewhere]);
  const params = { executionId: one.executionId };
  const answer = await client.cancelExecution({ params });
  assert.deepEqual([answer.id, answer.cancelling, answer.workerId], [one.executionId, true, worker.id]);
  assert.deepEqual(await reportRunning(other, [elsewhere]), [], "another worker is not asked");
  assert.deepEqual(await reportRunning(worker, [one, two]), [one.executionId]);
  const { items } = await client.listRunningExecutions();
  assert.deepEqual(
    new Map(items.map(({ id, cancelling }) => [id, cancelling])),
    new Map([
      [one.executionId, true],
      [two.executionId, false],
      [elsewhere.executionId, false],
    ]),
  );
  assert.deepEqual(await reportRunning(worker, [two]), []);
  await report(worker, [record(projectId, { id: one.executionId, status: "cancelled" })]);
  await assert.rejects(client.cancelExecution({ params }), { status: 409, code: "INVALID_STATE" });
});

test("the report of a newer worker is understood, though it says more of a call than this control plane knows", async () => {
  const { client, projectId } = await startAuthor(scene);
  const call = { ...runningCall(projectId), fromLater: { attempt: 2 } };
  assert.deepEqual(await reportRunning(scene.worker(), [call]), []);
  const { items } = await client.listRunningExecutions();
  assert.deepEqual(
    items.map(({ id }) => id),
    [call.executionId],
  );
});

test("is 404 for what never ran, another Project's, and what was lost with its worker", async () => {
  const [author, stranger] = [await startAuthor(scene), await startAuthor(scene)];
  const call = runningCall(author.projectId);
  await reportRunning(scene.worker(), [call]);
  const cancel = (client: typeof author.client, executionId: string) =>
    client.cancelExecution({ params: { executionId } });
  await assert.rejects(cancel(stranger.client, call.executionId), { status: 404 });
  await assert.rejects(cancel(author.client, "exe_none"), { status: 404 });
  assert.deepEqual((await stranger.client.listRunningExecutions()).items, []);
  await scene.query((tx) =>
    sql`update running_executions set seen_at = now() - interval '11 seconds' where id = ${call.executionId}`.execute(
      tx,
    ),
  );
  await assert.rejects(cancel(author.client, call.executionId), { status: 404 });
  assert.deepEqual((await author.client.listRunningExecutions()).items, []);
});

test("lets a developer end calls in development only, and an operator in both", async () => {
  const author = await startAuthor(scene);
  const calls = [runningCall(author.projectId, { environment: "production" }), runningCall(author.projectId)];
  await reportRunning(scene.worker(), calls);
  const [production, development] = calls.map(({ executionId }) => ({ params: { executionId } }));
  assert.ok(production && development);
  const [developer, operator] = [await author.as("developer"), await author.as("operator")];
  await assert.rejects(developer.cancelExecution(production), { status: 403 });
  assert.equal((await developer.cancelExecution(development)).cancelling, true);
  assert.equal((await operator.cancelExecution(production)).cancelling, true);
});

test("ends a test that waits for a worker, whose caller is told so", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("waiting");
  const answer = author.client.testFunction({ params: { functionId }, body: { input: {} } });
  const executionId = await (async () => {
    for (;;) {
      const { rows } = await scene.query((tx) =>
        sql<{
          id: string;
        }>`select payload ->> 'executionId' as id from jobs where project_id = ${author.projectId}`.execute(tx),
      );
      if (rows[0]) return rows[0].id;
    }
  })();
  const running = await author.client.cancelExecution({ params: { executionId } });
  assert.deepEqual([running.source, running.functionId, running.workerId], ["test", functionId, null]);
  const { status, error } = await answer;
  assert.deepEqual([status, error?.code], ["cancelled", "FUNCTION_CANCELLED"]);
});
