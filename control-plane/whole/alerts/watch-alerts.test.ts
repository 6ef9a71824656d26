import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { record } from "../../observed/executions/testing/reports.ts";
import { startInProject } from "../../testing/start-in-project.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { recordExecutions } from "../recording/record-executions.ts";
import { watchAlerts } from "./watch-alerts.ts";

const plane = duringTests(() => startTestControlPlane());
const run = (statement: ReturnType<typeof sql>) => plane.app.store.inInstallation(({ tx }) => statement.execute(tx));

/** A Project with an HTTP API, and what fires in it as a person sees it. */
async function newPlace() {
  const { projectId, client } = await startInProject("owner", plane);
  const { id: endpointId } = await client.createRuntimeEndpoint({ body: { kind: "http", slug: "orders" } });
  const firing = async () => {
    await watchAlerts(plane.app);
    const { items } = await client.listAlerts({ query: { state: "firing" } });
    return items.map(({ rule }) => rule).sort();
  };
  const calls = async (count: number, facts: Partial<ExecutionRecord>) => {
    for (let left = count; left > 0; left -= 500) {
      const batch = Array.from({ length: Math.min(left, 500) }, () =>
        record(projectId, { endpointId, environment: "production", ...facts }),
      );
      await recordExecutions(plane.app, batch);
    }
  };
  return { projectId, client, endpointId, firing, calls };
}

test("5,000 failed calls of one endpoint are one alert, which ends two minutes after the rate is below the bound", async () => {
  const { projectId, client, endpointId, firing, calls } = await newPlace();
  assert.deepEqual(await firing(), []);
  await calls(5_000, { status: "failed" });
  assert.deepEqual(await firing(), ["endpoint-failing"]);
  assert.deepEqual(await firing(), ["endpoint-failing"], "the next look finds the same");
  const [alert] = (await client.listAlerts({})).items;
  assert.deepEqual(
    [alert?.environment, alert?.detail, alert?.path, alert?.resolvedAt],
    [
      "production",
      "5000 of 5000 calls failed in the last 5 minutes. The bound is 10 %.",
      `/endpoints/${endpointId}?environment=production`,
      null,
    ],
  );
  assert.deepEqual(await client.countAlerts({}), { development: 0, production: 1 });
  await client.updateAlertBounds({ params: { endpointId }, body: { failurePercent: null } });
  assert.deepEqual(await firing(), ["endpoint-failing"], "it waits whether the cause comes back");
  await run(sql`update alerts set missing_since = now() - interval '3 minutes' where project_id = ${projectId}`);
  assert.deepEqual(await firing(), []);
  const [ended] = (await client.listAlerts({ query: { state: "resolved" } })).items;
  assert.equal(ended?.id, alert?.id);
  assert.ok(ended?.resolvedAt);
});

test("few calls are no alert, slow ones are one of their own, and bounds are the endpoint's", async () => {
  const { client, endpointId, firing, calls } = await newPlace();
  await calls(19, { status: "failed" });
  assert.deepEqual(await firing(), [], "fewer than 20 calls say nothing");
  await client.updateAlertBounds({ params: { endpointId }, body: { minCalls: 10 } });
  assert.deepEqual(await firing(), ["endpoint-failing"]);
  await calls(400, { status: "succeeded", durationMs: 2_000 });
  const { items } = await client.listAlerts({ query: { state: "firing" } });
  assert.equal(items.length, 1);
  await client.updateAlertBounds({ params: { endpointId }, body: { p95Ms: 1_000 } });
  assert.ok((await firing()).includes("endpoint-slow"));
});

test("a rule that is switched off has no alert, and a Project that is archived has none", async () => {
  const { client, projectId, firing, calls } = await newPlace();
  await calls(30, { status: "timed_out" });
  await firing();
  await client.updateAlertSettings({ body: { rulesOff: ["endpoint-failing"] } });
  assert.deepEqual(await firing(), []);
  await client.updateAlertSettings({ body: { rulesOff: [] } });
  assert.deepEqual(await firing(), ["endpoint-failing"]);
  await client.archiveProject({ params: { projectId } });
  await watchAlerts(plane.app);
  const { rows } = await run(sql`select from alerts where project_id = ${projectId}`);
  assert.equal(rows.length, 0);
});

test("a failed deployment, a failing cron, dead deliveries, quotas and keys that expire are alerts while they last", async () => {
  const { client, projectId, endpointId, firing } = await newPlace();
  const { id: functionId } = await client.createFunction({
    body: { slug: "work", source: "export default async function run() { return {}; }" },
  });
  const { id: deploymentId } = await client.createDeployment({ body: {} });
  await run(sql`update deployments set status = 'failed', finished_at = now() where id = ${deploymentId}`);
  const cron = await client.createCronBinding({
    body: { name: "Nightly", functionId, environment: "production", schedule: "0 3 * * *", enabled: false, input: {} },
  });
  await run(sql`update cron_bindings set enabled = true, consecutive_failures = 2 where id = ${cron.id}`);
  const key = await client.createApiKey({
    params: { endpointId },
    body: { name: "partner", environment: "production" },
  });
  await run(sql`update api_keys set created_at = now() - interval '60 days', expires_at = now() + interval '2 days'
    where id = ${key.id}`);
  await run(sql`update auth_policies set limits = '{"quotas": [{"by": "key", "period": "month", "requests": 100}]}'
    where endpoint_id = ${endpointId} and environment = 'production'`);
  const used = (subject: string, count: number) =>
    run(sql`insert into quota_uses (project_id, endpoint_id, environment, counted_by, period, starts_on, subject, name, used)
      values (${projectId}, ${endpointId}, 'production', 'key', 'month',
        date_trunc('month', now() at time zone 'UTC')::date, ${subject}, 'a name that no message has', ${count})`);
  await used("key_1", 79);
  await used("key_2", 85);
  await used("key_3", 100);
  assert.deepEqual(await firing(), [
    "cron-failing",
    "deployment-failed",
    "expires-soon",
    "quota-near",
    "quota-reached",
  ]);
  const { items } = await client.listAlerts({});
  assert.ok(!JSON.stringify(items).includes("a name that no message has"));
  await run(sql`update cron_bindings set consecutive_failures = 0 where id = ${cron.id}`);
  await run(sql`update api_keys set revoked_at = now() where id = ${key.id}`);
  await run(sql`update deployments set status = 'completed' where id = ${deploymentId}`);
  assert.deepEqual(await firing(), ["quota-near", "quota-reached"]);
});

test("a worker that falls silent is an alert in every Project, unless another took its place", async () => {
  const { client, firing } = await newPlace();
  const worker = (id: string, startedAgo: string, seenAgo: string) =>
    run(sql`insert into workers (id, version, running, waiting, capacity, started_at, last_seen_at)
      values (${id}, '1', 0, 0, 8, now() - ${startedAgo}::interval, now() - ${seenAgo}::interval)`);
  await worker("wrk_old", "1 hour", "1 minute");
  await worker("wrk_other", "1 hour", "0 seconds");
  assert.deepEqual(await firing(), ["worker-away"]);
  assert.deepEqual(await client.countAlerts({}), { development: 1, production: 1 });
  await worker("wrk_new", "30 seconds", "0 seconds");
  await run(sql`update alerts set missing_since = now() - interval '1 minute' where rule = 'worker-away'`);
  assert.deepEqual(await firing(), []);
  await run(sql`delete from workers`);
});

test("an alert of another Project is not to be seen", async () => {
  const [mine, others] = [await newPlace(), await newPlace()];
  await others.calls(30, { status: "failed" });
  assert.deepEqual(await others.firing(), ["endpoint-failing"]);
  assert.deepEqual(await mine.firing(), []);
  await assert.rejects(mine.client.getAlertBounds({ params: { endpointId: others.endpointId } }), {
    code: "NOT_FOUND",
  });
  await assert.rejects(
    mine.client.updateAlertBounds({ params: { endpointId: others.endpointId }, body: { minCalls: 1 } }),
    { code: "NOT_FOUND" },
  );
});
