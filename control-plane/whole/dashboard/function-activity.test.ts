import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { record, report } from "../../observed/executions/testing/reports.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";

const scene = duringTests(startScene);

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const source = "export default () => 1;";
let made = 0;

test("sums a Function's own calls of 24 hours and seven days in one environment", async () => {
  const { client, projectId } = await startAuthor(scene);
  const { id: functionId } = await client.createFunction({ body: { slug: `busy-${(made += 1)}`, source } });
  const mine = (over: object) => record(projectId, { functionId, ...over });
  await report(scene.worker(), [
    ...Array.from({ length: 19 }, () => mine({ startedAt: hoursAgo(1), durationMs: 10 })),
    mine({ startedAt: hoursAgo(2), durationMs: 1_000, status: "failed" }),
    mine({ startedAt: hoursAgo(3 * 24), durationMs: 10, status: "timed_out" }),
    mine({ startedAt: hoursAgo(9 * 24) }),
    mine({ startedAt: hoursAgo(1), environment: "production" }),
    mine({ startedAt: hoursAgo(1), source: "test" }),
    record(projectId, { startedAt: hoursAgo(1) }),
  ]);
  const { day, week } = await client.getFunctionActivity({ params: { functionId } });
  assert.deepEqual([day.calls, day.failed, day.errorRate, week.calls, week.failed], [20, 1, 0.05, 21, 2]);
  assert.ok(Math.abs((day.latency.p50Ms ?? 0) - 10) < 1, `${day.latency.p50Ms}`);
  const production = await client.getFunctionActivity({ params: { functionId }, query: { environment: "production" } });
  assert.deepEqual([production.day.calls, production.environment], [1, "production"]);
});

test("names what calls a Function, and nothing of another one", async () => {
  const { client } = await startAuthor(scene);
  const create = async () => (await client.createFunction({ body: { slug: `bound-${(made += 1)}`, source } })).id;
  const [functionId, otherId] = [await create(), await create()];
  const mcp = await client.createRuntimeEndpoint({ body: { kind: "mcp", name: "Tools", slug: `tools-${made}` } });
  const http = await client.createRuntimeEndpoint({ body: { kind: "http", name: "Routes", slug: `routes-${made}` } });
  for (const id of [functionId, otherId]) {
    await client.createMcpBinding({
      params: { endpointId: mcp.id },
      body: { functionId: id, toolName: `tool_${id.slice(-4)}` },
    });
    await client.createHttpBinding({
      params: { endpointId: http.id },
      body: { functionId: id, method: "GET", path: `/of/${id.slice(-4)}` },
    });
    await client.createCronBinding({ body: { functionId: id, name: `cron ${id}`, schedule: "0 3 29 2 *" } });
  }
  const seen = await client.getFunctionActivity({ params: { functionId } });
  assert.deepEqual(
    [
      seen.tools.map(({ toolName, endpointName }) => [toolName, endpointName]),
      seen.routes.map(({ method, path, endpointId }) => [method, path, endpointId]),
      seen.crons.map(({ name, environment, enabled }) => [name, environment, enabled]),
    ],
    [
      [[`tool_${functionId.slice(-4)}`, "Tools"]],
      [["GET", `/of/${functionId.slice(-4)}`, http.id]],
      [[`cron ${functionId}`, "development", true]],
    ],
  );
  assert.deepEqual([seen.revision, seen.serving, seen.day.calls], [1, [], 0]);
});
