import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobResult, TestJob } from "@ferrule/contract/internal/jobs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { record, report } from "../../../observed/executions/testing/reports.ts";
import { startScene } from "../../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../../testing/author.ts";
import { issuePaths } from "../../../testing/refusal.ts";

const scene = duringTests(startScene);

const tested: JobResult = { kind: "test", status: "succeeded", output: 4, error: null, logs: [], durationMs: 1.5 };
const claim = async () => {
  const worker = scene.worker();
  const job = (await worker.claim(["test"])) as TestJob;
  assert.equal((await worker.complete(job, tested)).status, 204);
  return job;
};

test("runs the saved source with the recorded input, in its environment and for its tenant", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("again", { source: "export default () => 4;" });
  const input = { orderId: "A-1", lines: [{ count: 2 }, null] };
  const one = record(author.projectId, {
    functionId,
    input,
    tenantId: "acme",
    environment: "production",
    source: "http",
  });
  await report(scene.worker(), [one]);
  const answer = author.client.replayExecution({ params: { executionId: one.id } });
  const job = await claim();
  assert.deepEqual(
    [job.function.source, job.input, job.tenantId, job.environment],
    ["export default () => 4;", input, "acme", "production"],
  );
  const { executionId, status, output } = await answer;
  assert.deepEqual([executionId, status, output], [job.executionId, "succeeded", 4]);
  const { items } = await author.client.listAuditEvents({ query: { targetId: one.id } });
  assert.deepEqual(
    items.map(({ action, changes }) => [action, changes["executionId"]]),
    [["execution.replay", job.executionId]],
  );
});

test("refuses an input of which parts are not known, and names them", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("masked");
  const input = {
    card: { number: "[masked]", holder: "Ada" },
    list: [1, { note: "sent [masked] along" }],
    "[masked]": true,
    blob: { $truncated: true, bytes: 90_000, preview: "{" },
  };
  const one = record(author.projectId, { functionId, input });
  const whole = record(author.projectId, { functionId, input: { $truncated: true, bytes: 90_000, preview: "{" } });
  await report(scene.worker(), [one, whole]);
  const pathsOf = (executionId: string) => issuePaths(author.client.replayExecution({ params: { executionId } }));
  assert.deepEqual((await pathsOf(one.id)).toSorted(), [
    "input.[masked]",
    "input.blob",
    "input.card.number",
    "input.list.1.note",
  ]);
  assert.deepEqual(await pathsOf(whole.id), ["input"]);
});

test("refuses what has no Function any more, and a developer in production", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("guarded");
  const [gone, never, production] = [
    record(author.projectId),
    record(author.projectId, { functionId: null, status: "rejected" }),
    record(author.projectId, { functionId, environment: "production" }),
  ];
  await report(scene.worker(), [gone, never, production]);
  for (const { id } of [gone, never])
    await assert.rejects(author.client.replayExecution({ params: { executionId: id } }), {
      status: 409,
      code: "INVALID_STATE",
    });
  const developer = await author.as("developer");
  await assert.rejects(developer.replayExecution({ params: { executionId: production.id } }), { status: 403 });
  await assert.rejects(developer.replayExecution({ params: { executionId: "exe_none" } }), { status: 404 });
});
