import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { eventually } from "../../testing/eventually.ts";

const scene = duringTests(startScene);

const reportOf = (workerId: string, more: object = {}) => ({
  workerId,
  version: "1.2.3",
  startedAt: "2026-11-21T08:00:00.000Z",
  running: 3,
  waiting: 1,
  capacity: 64,
  calls: [],
  ...more,
});

test("the page knows the roles, what they say of themselves, and what waits", async () => {
  const owner = await scene.plane.signInAs("owner");
  const worker = scene.worker();
  const errors = [{ at: "2026-11-21T08:00:01.000Z", message: "something broke" }];
  const { status } = await worker.ask("reportWorker", reportOf(worker.id, { errors }));
  assert.equal(status, 200);
  await using replica = await scene.addReplica();
  assert.ok(replica);
  const { client, addFunction } = await startAuthor(scene);
  await addFunction("one");
  await client.createDeployment({ body: {} });
  const state = await eventually(async () => {
    const now = await owner.getStatus({});
    return now.controlPlanes.length === 2 ? now : undefined;
  });
  assert.deepEqual(
    state.controlPlanes.map((one) => one.status),
    ["up", "up"],
  );
  const found = state.workers.find(({ id }) => id === worker.id);
  assert.deepEqual([found?.version, found?.running, found?.capacity, found?.behind], ["1.2.3", 3, 64, null]);
  assert.equal(state.queues.jobs.waiting, 1);
  assert.match(state.database.version, /^\d+/);
  assert.ok(state.database.sizeBytes > 0 && state.database.pingMs > 0);
  assert.ok(state.errors.some(({ id, message }) => id === worker.id && message === "something broke"));
});

test("a gateway is known by what it says with the roles' token, and by nothing else", async () => {
  const { app, settings, url } = scene.plane;
  const ask = (token: string, said: string) =>
    fetch(`${url}/health`, { headers: { "x-internal-token": token, "x-ferrule-gateway": said } });
  const [token] = settings.internalApiTokens;
  await ask("not the token", "liar-1 9.9.9");
  await ask(token, "a gateway that says too much");
  await ask(token, "gateway-1 1.2.3");
  assert.deepEqual(Object.keys(app.gateways.lately()), ["gateway-1"]);
  for (let n = 0; n < 150; n += 1)
    app.gateways.hear({ "x-internal-token": token, "x-ferrule-gateway": `g-${n} 1` }, [token]);
  assert.equal(Object.keys(app.gateways.lately()).length, 100);
});

test("only owners and admins see it, and a control plane that ends in order is not listed", async () => {
  const operator = await scene.plane.signInAs("operator");
  await assert.rejects(operator.getStatus({}), { status: 403 });
  const owner = await scene.plane.signInAs("owner");
  const replica = await scene.addReplica();
  const count = async () => (await owner.getStatus({})).controlPlanes.length;
  const before = await eventually(async () => ((await count()) > 1 ? await count() : undefined));
  await replica[Symbol.asyncDispose]();
  assert.equal(await count(), before - 1);
});
