import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { test, type TestContext } from "node:test";
import { farewellHeader } from "@ferrule/contract/internal/farewell.ts";
import { fakeUpstream, metricsOf, testGateway, until } from "../testing.ts";

const farewell = "data: goodbye\n\n";

/** A worker whose endpoint `listen` answers with a stream that stays open. */
async function listenedWorker(t: TestContext, options: { frames?: boolean } = {}) {
  const streams: ServerResponse[] = [];
  let left = 0;
  const worker = await fakeUpstream(
    t,
    (request, response) => {
      if (!request.url!.includes("listen")) {
        response.end("called");
        return;
      }
      streams.push(response);
      response.on("close", () => (left += 1));
      response.writeHead(200, {
        "content-type": "text/event-stream",
        [farewellHeader]: Buffer.from(farewell).toString("base64"),
      });
      response.write("data: hello\n\n");
    },
    options,
  );
  return { worker, streams, left: () => left };
}

const post = (url: string, path = "/mcp/d/p/listen", signal?: AbortSignal) =>
  fetch(`${url}${path}`, { method: "POST", body: "{}", signal: signal ?? null });
const gaugeOf = async (url: string, name: string) => {
  const text = await metricsOf(url);
  return Number(new RegExp(String.raw`^ferrule_gateway_${name}\S* (\d+)$`, "m").exec(text)?.[1]);
};

async function textOf(response: Response): Promise<string> {
  const { value } = await response.body!.getReader().read();
  return Buffer.from(value ?? []).toString();
}

test("streams that stay open take no place of a call, and their header stays between the roles", async (t) => {
  const { worker, left } = await listenedWorker(t);
  const gateway = await testGateway(t, { workers: [worker] }, { callsPerUpstream: 2 });
  const leaving = new AbortController();
  for (let open = 0; open < 5; open += 1) {
    const response = await post(gateway.url, undefined, leaving.signal);
    assert.deepEqual([response.status, response.headers.get(farewellHeader)], [200, null]);
    assert.equal(await textOf(response), "data: hello\n\n");
  }
  assert.equal(await (await post(gateway.url, "/mcp/d/p/call")).text(), "called");
  assert.equal(await gaugeOf(gateway.url, "listeners"), 5);
  assert.equal(await gaugeOf(gateway.url, String.raw`requests_in_flight\{\S*prefix="mcp"`), 0);
  leaving.abort();
  await until(async () => left() === 5 && (await gaugeOf(gateway.url, "listeners")) === 0);
});

test("a gateway that closes says farewell to each, and cuts nobody off", async (t) => {
  const { worker, left } = await listenedWorker(t);
  const gateway = await testGateway(t, { workers: [worker] }, { drainMs: 20_000 });
  const responses = await Promise.all([1, 2, 3].map(() => post(gateway.url)));
  const closing = gateway.close();
  const ended = await Promise.all(responses.map((response) => response.text()));
  assert.deepEqual(
    ended,
    Array.from({ length: 3 }, () => `data: hello\n\n${farewell}`),
  );
  await closing;
  await until(() => left() === 3);
});

test("a client that does not read loses its stream, and what waits for it stays small", async (t) => {
  const { worker, streams } = await listenedWorker(t);
  const gateway = await testGateway(t, { workers: [worker] });
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  socket.pause();
  socket.write("POST /mcp/d/p/listen HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}");
  await until(() => streams.length === 1);
  const [stream] = streams;
  let written = 0;
  await until(() => {
    for (let piece = 0; piece < 64 && !stream!.destroyed; piece += 1) {
      stream!.write(`data: ${"x".repeat(1_000)}\n\n`);
      written += 1_000;
    }
    return stream!.destroyed;
  });
  assert.ok(written < 64 * 1024 * 1024, String(written));
  assert.equal(await gaugeOf(gateway.url, "listeners"), 0);
  assert.equal(await gaugeOf(gateway.url, "listeners_dropped_total"), 1);
  socket.destroy();
});

test("one endpoint leaves room for another, and hears clearly that it has its share", async (t) => {
  const { worker } = await listenedWorker(t);
  const gateway = await testGateway(t, { workers: [worker] }, { listeners: 4 });
  for (let open = 0; open < 3; open += 1) assert.equal((await post(gateway.url)).status, 200);
  const refused = await post(gateway.url);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  const { error } = (await refused.json()) as { error: { data: { code: string } } };
  assert.equal(error.data.code, "OVERLOADED");
  assert.equal((await post(gateway.url, "/mcp/d/p/other-listen")).status, 200);
  assert.equal(await (await post(gateway.url, "/mcp/d/p/call")).text(), "called");
});

test("by HTTP, and under /http, such a stream counts as a call", async (t) => {
  for (const [frames, path] of [
    [false, "/mcp/d/p/listen"],
    [true, "/http/d/p/listen"],
  ] as const) {
    const { worker } = await listenedWorker(t, { frames });
    const gateway = await testGateway(t, { workers: [worker] });
    const response = await post(gateway.url, path);
    assert.deepEqual([response.status, response.headers.get(farewellHeader)], [200, null]);
    assert.equal(await gaugeOf(gateway.url, "listeners"), 0);
    await response.body?.cancel();
  }
});
