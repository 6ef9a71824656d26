import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fakeUpstream, testGateway, until } from "./testing.ts";

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return Buffer.from(value ?? []).toString();
}

test("hands on each event as soon as it is written, in order, before the next exists", async (t) => {
  let stream: ServerResponse | undefined;
  const upstream = await fakeUpstream(t, (_request, response) => {
    stream = response;
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  });
  const gateway = await testGateway(t, { controlPlane: upstream, workers: [upstream] });
  for (const path of ["/api/events", "/mcp/d/p/e"]) {
    const answer = await fetch(gateway.url + path);
    assert.equal(answer.headers.get("content-type"), "text/event-stream");
    const reader = answer.body?.getReader();
    assert.ok(reader);
    for (const event of ["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"]) {
      stream?.write(event);
      assert.equal(await readChunk(reader), event);
    }
    stream?.end();
    assert.equal(await readChunk(reader), "");
  }
});

test("a client that leaves ends the call upstream", async (t) => {
  let closed = 0;
  const upstream = await fakeUpstream(t, (_request, response) => void response.on("close", () => (closed += 1)));
  const gateway = await testGateway(t, { controlPlane: upstream, workers: [upstream] });
  for (const [at, path] of ["/api/a", "/mcp/a", "/http/a"].entries()) {
    const leaving = new AbortController();
    const answer = fetch(gateway.url + path, { method: "POST", body: "{}", signal: leaving.signal });
    await until(() => upstream.seen.length === at + 1);
    leaving.abort();
    await assert.rejects(answer);
    await until(() => closed === at + 1);
  }
});

test("an answer that breaks off upstream breaks off for the client, instead of looking whole", async (t) => {
  const worker = await fakeUpstream(t, (request, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    response.write("half");
    setImmediate(() => request.socket.destroy());
  });
  const gateway = await testGateway(t, { workers: [worker] });
  await assert.rejects(fetch(`${gateway.url}/http/a`).then((answer) => answer.text()));
});

test("a large answer arrives whole through a client that reads slowly, without piling up here", async (t) => {
  const size = 32 * 1024 * 1024;
  let written = 0;
  const worker = await fakeUpstream(t, (_request, response) => {
    const piece = Buffer.alloc(256 * 1024, "x");
    const more = () => {
      let room = true;
      while (room && written < size) {
        written += piece.length;
        room = response.write(piece);
      }
      if (written < size) response.once("drain", more);
      else response.end();
    };
    response.writeHead(200, { "content-type": "text/plain" });
    more();
  });
  const gateway = await testGateway(t, { workers: [worker] });
  const answer = await fetch(`${gateway.url}/http/a`);
  let before = -1;
  await until(() => {
    const still = written === before;
    before = written;
    return still && written > 0;
  });
  assert.ok(written < size, "the worker could write everything although nobody read");
  assert.equal((await answer.arrayBuffer()).byteLength, size);
});

test("a HEAD answer keeps its length and has no body", async (t) => {
  const worker = await fakeUpstream(t, (_request, response) =>
    response.writeHead(200, { "content-length": "42" }).end(),
  );
  const gateway = await testGateway(t, { workers: [worker] });
  const answer = await fetch(`${gateway.url}/http/a`, { method: "HEAD" });
  assert.equal(answer.headers.get("content-length"), "42");
  assert.equal(await answer.text(), "");
});

test("close lets a running call finish, closes its connection and refuses new ones", async (t) => {
  let finish: (() => void) | undefined;
  const worker = await fakeUpstream(t, (_request, response) => (finish = () => void response.end("finished")));
  const gateway = await testGateway(t, { workers: [worker] }, { drainMs: 30_000 });
  const running = fetch(`${gateway.url}/http/a`);
  await until(() => finish !== undefined);
  const closed = gateway.close();
  // Until those who choose between gateways have learnt that this one leaves, it still answers them.
  assert.equal((await fetch(`${gateway.url}/ready`)).status, 503);
  const { port } = new URL(gateway.url);
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => resolve(true));
      socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
    });
  while (await isOpen()) await delay(20);
  finish?.();
  const answer = await running;
  assert.equal(answer.headers.get("connection"), "close");
  assert.equal(await answer.text(), "finished");
  await closed;
});

test("close ends what does not finish within its bound", async (t) => {
  const worker = await fakeUpstream(t, () => undefined);
  const gateway = await testGateway(t, { workers: [worker] }, { drainMs: 100 });
  const running = fetch(`${gateway.url}/http/a`);
  running.catch(() => undefined);
  await until(() => worker.seen.length === 1);
  await gateway.close();
  await assert.rejects(running);
});
