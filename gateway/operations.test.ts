import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeUpstream, testGateway, until } from "./testing.ts";

test("/health answers while nothing behind works, /ready names what fails", async (t) => {
  const controlPlane = await fakeUpstream(t);
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane, workers: [worker] });
  assert.equal((await fetch(`${gateway.url}/ready`)).status, 200);
  await worker.stop();
  const ready = async () =>
    (await (await fetch(`${gateway.url}/ready`)).json()) as { failing?: string[]; degraded?: string[] };
  await until(async () => (await ready()).failing?.join() === "worker");
  await controlPlane.stop();
  await until(async () => (await ready()).degraded?.join() === "control-plane");
  const answer = await fetch(`${gateway.url}/ready`);
  assert.equal(answer.status, 503);
  assert.ok(answer.headers.get("x-request-id"));
  assert.equal((await fetch(`${gateway.url}/health`)).status, 200);
});

test("without a control plane the gateway stays ready, because calls go on", async (t) => {
  const controlPlane = await fakeUpstream(t);
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane, workers: [worker] });
  const ready = () => fetch(`${gateway.url}/ready`);
  assert.deepEqual(await (await ready()).json(), { status: "ready" });
  await controlPlane.stop();
  await until(async () => (await (await ready()).text()).includes("degraded"));
  const answer = await ready();
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { status: "ready", degraded: ["control-plane"] });
});

test("/metrics needs its token when there is one, and counts by prefix and class of status", async (t) => {
  const worker = await fakeUpstream(t);
  const open = await testGateway(t, { workers: [worker] });
  await fetch(`${open.url}/mcp/d/p/e`, { method: "POST", body: "{}" }).then((answer) => answer.text());
  await fetch(`${open.url}/http/..%2f`).then((answer) => answer.text());
  const metrics = async () => (await fetch(`${open.url}/metrics`)).text();
  await until(async () => /requests_total\{prefix="http",status="4xx",role="gateway"\} 1/.test(await metrics()));
  assert.match(await metrics(), /requests_total\{prefix="mcp",status="2xx",role="gateway"\} 1/);
  assert.match(await metrics(), /ferrule_gateway_requests_in_flight\{prefix="mcp",role="gateway"\} 0/);

  const token = "metrics-token-0123456789-0123456789";
  const closed = await testGateway(t, { settings: { metricsToken: token } });
  assert.equal((await fetch(`${closed.url}/metrics`)).status, 401);
  assert.equal((await fetch(`${closed.url}/metrics`, { headers: { authorization: "Bearer no" } })).status, 401);
  const answer = await fetch(`${closed.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /process_cpu/);
});
