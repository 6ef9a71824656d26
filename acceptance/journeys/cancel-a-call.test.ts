import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, createFunction, deploy, executionOf, issueKey, ownerOfProject } from "../deploy.ts";
import { aSecondMs, eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

const waits = "export default async function wait() { await new Promise(() => {}); }";

describe("ending what runs", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));

  const runningOf = (functionId: string) =>
    eventually(async () => {
      const { items } = await client.listRunningExecutions();
      return items.find((item) => item.functionId === functionId);
    }, 10_000);

  test("a call that runs is shown with its request id, and ended within a second or two of being asked to", async () => {
    const functionId = await createFunction(client, "waits", waits);
    await client.updateFunction({ params: { functionId }, body: { timeoutMs: 60_000 } });
    const endpoint = await createEndpoint(client, "http", "slow");
    const params = { endpointId: endpoint.id };
    await client.createHttpBinding({ params, body: { functionId, method: "POST", path: "/wait" } });
    const key = await issueKey(client, endpoint.id);
    await deploy(client);
    const headers = { "x-api-key": key, "content-type": "application/json", "x-request-id": "long-1" };
    const call = fetch(`${endpoint.urls.development}/wait`, { method: "POST", headers, body: "{}" });
    const running = await runningOf(functionId);
    assert.deepEqual([running.requestId, running.endpointId, running.source], ["long-1", endpoint.id, "http"]);
    const began = performance.now();
    await client.cancelExecution({ params: { executionId: running.id } });
    const answer = await call;
    const tookMs = performance.now() - began;
    assert.ok(tookMs < 4 * aSecondMs, `${tookMs} ms`);
    assert.equal(answer.status, 503);
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, "FUNCTION_CANCELLED");
    const recorded = await executionOf(client, "long-1");
    assert.deepEqual([recorded.id, recorded.status], [running.id, "cancelled"]);
    await assert.rejects(client.cancelExecution({ params: { executionId: running.id } }), { code: "INVALID_STATE" });
    await eventually(
      async () => ((await client.listRunningExecutions()).items.length === 0 ? true : undefined),
      4 * aSecondMs,
    );
  });

  test("a test that runs is ended too, and its author told so", async () => {
    const functionId = await createFunction(client, "waits-in-test", waits);
    await client.updateFunction({ params: { functionId }, body: { timeoutMs: 60_000 } });
    const answer = client.testFunction({ params: { functionId }, body: { input: {} } });
    const running = await runningOf(functionId);
    assert.equal(running.source, "test");
    await client.cancelExecution({ params: { executionId: running.id } });
    const { status, executionId, error } = await answer;
    assert.deepEqual([status, executionId, error?.code], ["cancelled", running.id, "FUNCTION_CANCELLED"]);
  });
});
