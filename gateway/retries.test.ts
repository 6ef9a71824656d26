import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { test, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import { fakeUpstream, healthyUpstreams, internalToken, testGateway, until, type FakeUpstream } from "./testing.ts";

const call = (url: string) => fetch(`${url}/mcp/d/p/e`, { method: "POST", body: '{"jsonrpc":"2.0"}' });
const codeOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: number; data: { code: string } } }).error;

const draining = (t: TestContext, why = "busy"): Promise<FakeUpstream> =>
  fakeUpstream(t, (_request, response) => {
    response.writeHead(503, { "x-ferrule-not-started": why, "retry-after": "7", "content-type": "application/json" });
    response.end('{"by":"worker"}');
  });

test("offers a call to another worker when the first did not start it", async (t) => {
  const workers = [await draining(t), await draining(t), await fakeUpstream(t)];
  const gateway = await testGateway(t, { workers });
  for (let n = 0; n < 10; n += 1) {
    const answer = await call(gateway.url);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-ferrule-not-started"), null);
  }
  assert.equal(workers[2]?.seen.length, 10);
  assert.ok(workers[2].seen.every(({ body }) => body === '{"jsonrpc":"2.0"}'));
});

test("passes the last 503 on with its Retry-After when no worker starts the call", async (t) => {
  const workers = [await draining(t), await draining(t)];
  const gateway = await testGateway(t, { workers });
  const answer = await call(gateway.url);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("retry-after"), "7");
  assert.equal(answer.headers.get("x-ferrule-not-started"), null);
  assert.deepEqual(await answer.json(), { by: "worker" });
  assert.deepEqual(
    workers.map(({ seen }) => seen.length),
    [1, 1],
  );
  // The first worker leaves the call to the second to record; the second knows that it was the last.
  const said = workers.map(({ seen }) => seen[0]?.headers["x-ferrule-offered-on"]);
  assert.deepEqual(new Set(said), new Set(["1", undefined]));
});

test("tells no worker of another one when there is none, whatever a client says", async (t) => {
  const worker = await draining(t);
  const gateway = await testGateway(t, { workers: [worker] });
  const headers = { "x-ferrule-offered-on": "1" };
  const answer = await fetch(`${gateway.url}/mcp/d/p/e`, { method: "POST", body: "{}", headers });
  assert.equal(answer.status, 503);
  assert.equal(worker.seen[0]?.headers["x-ferrule-offered-on"], undefined);
});

test("tells each worker how long it has held the call", async (t) => {
  const workers = [await draining(t), await draining(t)];
  const gateway = await testGateway(t, { workers });
  const slowMs = 200;
  const body = async function* () {
    yield Buffer.from("{");
    await delay(slowMs);
    yield Buffer.from("}");
  };
  await fetch(`${gateway.url}/mcp/d/p/e`, { method: "POST", body: Readable.from(body()), duplex: "half" });
  const said = workers.flatMap(({ seen }) => seen.map(({ headers }) => Number(headers["x-ferrule-held-ms"])));
  const [first = 0, second = 0] = said.toSorted((a, b) => a - b);
  // On a busy machine the first byte arrives late.
  assert.ok(first > slowMs / 2 && first < slowMs * 50 && second > first, said.join(", "));
});

test("waits for another worker to come back when the only one left takes no calls any more", async (t) => {
  const port = await freePort();
  const leaving = await draining(t, "unavailable");
  const urls = [leaving.url, `http://127.0.0.1:${port}`];
  const gateway = await testGateway(t, { settings: { workerUrls: urls } }, { probeIntervalMs: 60_000 });
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  leaving.readiness = 503;
  const waiting = call(gateway.url);
  await until(async () => leaving.seen.length === 1);
  const back = await fakeUpstream(t, undefined, { port });
  assert.equal((await waiting).status, 200);
  assert.equal(back.seen.length, 1);
});

test("does not ask a second worker after a plain 503 or 500", async (t) => {
  for (const status of [500, 503]) {
    const failing = () => fakeUpstream(t, (_request, response) => response.writeHead(status).end("no"));
    const workers = [await failing(), await failing()];
    const gateway = await testGateway(t, { workers });
    assert.equal((await call(gateway.url)).status, status);
    assert.equal(
      workers.reduce((sum, { seen }) => sum + seen.length, 0),
      1,
    );
  }
});

test("costs no call when a worker refuses connections before anybody has noticed", async (t) => {
  const workers = [await fakeUpstream(t), await fakeUpstream(t)];
  const gateway = await testGateway(t, { workers }, { probeIntervalMs: 5_000 });
  await workers[0]?.stop();
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(gateway.url)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(workers[1]?.seen.length, 20);
});

test("does not repeat a call whose connection broke after it was written", async (t) => {
  const breaking = () => fakeUpstream(t, (request) => request.socket.destroy());
  const workers = [await breaking(), await breaking()];
  const gateway = await testGateway(t, { workers });
  const answer = await call(gateway.url);
  assert.equal(answer.status, 502);
  const { code, data } = await codeOf(answer);
  assert.deepEqual([code, data.code], [-32603, "WORKER_UNREACHABLE"]);
  assert.equal(
    workers.reduce((sum, { seen }) => sum + seen.length, 0),
    1,
  );
});

test("504 when a worker's answer does not begin in time, without repeating the call", async (t) => {
  const silent = () => fakeUpstream(t, () => undefined);
  const workers = [await silent(), await silent()];
  const gateway = await testGateway(t, { workers }, { answerTimeoutMs: 1_000 });
  const answer = await call(gateway.url);
  assert.equal(answer.status, 504);
  assert.equal((await codeOf(answer)).data.code, "TIMEOUT");
  assert.equal(
    workers.reduce((sum, { seen }) => sum + seen.length, 0),
    1,
  );
});

test("503 with Retry-After when no worker becomes healthy in time", async (t) => {
  const gateway = await testGateway(
    t,
    { settings: { workerUrls: [`http://127.0.0.1:${await freePort()}`] } },
    {
      healthyWaitMs: 150,
    },
  );
  const began = performance.now();
  const answer = await call(gateway.url);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("retry-after"), "1");
  assert.equal((await codeOf(answer)).data.code, "UNAVAILABLE");
  assert.ok(performance.now() - began >= 100);
});

test("a call waits for a worker that is just starting", async (t) => {
  const port = await freePort();
  const gateway = await testGateway(t, { settings: { workerUrls: [`http://127.0.0.1:${port}`] } });
  const waiting = call(gateway.url);
  const worker = await fakeUpstream(t, undefined, { port });
  assert.equal((await waiting).status, 200);
  assert.equal(worker.seen.length, 1);
});

test("a posted body waits with its call for the control plane to come back", async (t) => {
  const controlPlane = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane }, { probeIntervalMs: 100 });
  await controlPlane.stop();
  const waiting = fetch(`${gateway.url}/api/projects`, { method: "POST", body: "x".repeat(300_000) });
  await until(async () => (await healthyUpstreams(gateway.url)) === 0);
  const back = await fakeUpstream(t, undefined, { port: controlPlane.port });
  assert.equal((await waiting).status, 200);
  assert.equal(back.seen[0]?.body.length, 300_000);
});

test("a worker killed under load costs only the calls in it, and serves again when it is back", async (t) => {
  const source = `
    import { createServer } from "node:http";
    import { serveProof } from "${import.meta.resolve("@ferrule/kit/peers/testing/serve-proof.ts")}";
    const server = createServer((request, response) => {
      if (serveProof(request, response, "${internalToken}")) return;
      if (request.url === "/ready") return response.end('{"status":"ready"}');
      request.resume();
      if (request.url.endsWith("/held")) process.send("held");
      else request.on("end", () => response.end("child"));
    });
    server.listen(Number(process.argv[1]), "127.0.0.1", () => process.send("listening"));`;
  const port = await freePort();
  const startChild = async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", source, String(port)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    t.after(() => child.kill("SIGKILL"));
    await once(child, "message");
    return child;
  };
  const child = await startChild();
  const steady = await fakeUpstream(t, (_request, response) => response.end("steady"));
  // The child reports less load, so the call to be held goes there.
  steady.load = { running: 60, waiting: 0, capacity: 64 };
  const urls = [steady.url, `http://127.0.0.1:${port}`];
  const gateway = await testGateway(t, { settings: { workerUrls: urls } });
  await until(async () => (await healthyUpstreams(gateway.url)) === 2);

  let heldCount = 0;
  child.on("message", () => (heldCount += 1));
  const held = Array.from({ length: 5 }, () => fetch(`${gateway.url}/http/d/p/held`));
  await until(() => heldCount === 5);
  const dead = once(child, "exit");
  child.kill("SIGKILL");
  await dead;
  const rest = await Promise.all(Array.from({ length: 40 }, () => call(gateway.url)));
  assert.deepEqual(
    (await Promise.all(held)).map(({ status }) => status),
    [502, 502, 502, 502, 502],
  );
  assert.deepEqual(new Set(rest.map(({ status }) => status)), new Set([200]));

  await startChild();
  await until(async () => (await (await call(gateway.url)).text()) === "child");
});

test("leaves out a worker that says it is not ready, and takes it back", async (t) => {
  const workers = [await fakeUpstream(t), await fakeUpstream(t)] as const;
  const gateway = await testGateway(t, { workers: [...workers] });
  workers[0].readiness = 503;
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  for (let n = 0; n < 10; n += 1) assert.equal((await call(gateway.url)).status, 200);
  assert.equal(workers[0].seen.length, 0);
  workers[0].readiness = 200;
  await until(async () => (await call(gateway.url)).ok && workers[0].seen.length > 0);
});

test("prefers the worker with the most room", async (t) => {
  const workers = [await fakeUpstream(t), await fakeUpstream(t)] as const;
  workers[0].load = { running: 64, waiting: 30, capacity: 64 };
  workers[1].load = { running: 3, waiting: 0, capacity: 64 };
  const gateway = await testGateway(t, { workers: [...workers] });
  for (let n = 0; n < 20; n += 1) await call(gateway.url);
  assert.deepEqual([workers[0].seen.length, workers[1].seen.length], [0, 20]);
});
