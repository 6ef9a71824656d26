import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { callsProtocol } from "@ferrule/contract/internal/call-frames.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { fakeUpstream, healthyUpstreams, internalToken, metricsOf, testGateway, until } from "./testing.ts";

/** A stranger at an address that was a worker's: it answers 200 and upgrades whatever asks. */
async function strangerOf(t: TestContext, port = 0) {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) =>
    response.end('{"status":"ready","load":{"running":0,"waiting":0,"capacity":64}}'),
  );
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("data", (bytes) => heard.push(String(bytes)));
  });
  server.on("upgrade", (_request, socket) =>
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${callsProtocol}\r\n\r\n`),
  );
  const url = `http://127.0.0.1:${await listen(server, port, "127.0.0.1")}`;
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url, heard: () => heard.join("") };
}
const call = (url: string) =>
  fetch(`${url}/http/d/p/e`, { method: "POST", headers: { "x-api-key": "a caller's key" }, body: '{"a":1}' });

test("a host that answers 200 to everything gets no call, no key and no token", async (t) => {
  const stranger = await strangerOf(t);
  const worker = await fakeUpstream(t);
  const settings = { workerUrls: [stranger.url, worker.url], controlPlaneUrl: stranger.url };
  const gateway = await testGateway(t, { settings }, { healthyWaitMs: 300 });
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  for (let calls = 0; calls < 20; calls += 1) assert.equal((await call(gateway.url)).status, 200);
  const manage = await fetch(`${gateway.url}/api/auth/me`, { headers: { cookie: "a=session" } });
  assert.equal(manage.status, 503);
  assert.equal(worker.seen.length, 20);
  assert.match(stranger.heard(), /\/internal\/proof/);
  assert.doesNotMatch(stranger.heard(), new RegExp(`${internalToken}|a caller|a=session|"a":1`));
});

for (const frames of [true, false])
  test(`one at the address of a worker that is gone gets nothing either, ${frames ? "in frames" : "by HTTP"}`, async (t) => {
    const worker = await fakeUpstream(t, undefined, { frames });
    const gateway = await testGateway(t, { workers: [worker] }, { healthyWaitMs: 300 });
    assert.equal((await call(gateway.url)).status, 200);
    await worker.stop();
    const stranger = await strangerOf(t, worker.port);
    assert.equal((await call(gateway.url)).status, 503);
    await until(() => stranger.heard().includes("/internal/proof"));
    assert.match(await metricsOf(gateway.url), /ferrule_gateway_upstream_healthy\{kind="worker".*\} 0/);
    assert.doesNotMatch(stranger.heard(), new RegExp(`${internalToken}|a caller|"a":1`));
  });
