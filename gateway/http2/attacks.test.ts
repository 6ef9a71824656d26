import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { connect, type TLSSocket } from "node:tls";
import { fakeUpstream, metricsOf, until } from "../testing.ts";
import { ask, http2Client, secureGateway } from "../tls/testing.ts";

const kinds = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7, continuation: 9 } as const;

/** A frame of RFC 9113, section 4.1. */
function frame(kind: keyof typeof kinds, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = kinds[kind];
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** `GET https / …` with the authority `x`, in HPACK without Huffman codes. */
const header = Buffer.concat([Buffer.from([0x82, 0x87, 0x84, 0x41, 1]), Buffer.from("x")]);
const mcpHeader = Buffer.concat([
  Buffer.from([0x82, 0x87, 0x44, 11]),
  Buffer.from("/mcp/d/p/e/"),
  Buffer.from([0x41, 1, 0x78]),
]);

/** Opens a connection that says what the test writes, and nothing else. */
async function rawHttp2(t: TestContext, port: number): Promise<TLSSocket> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ALPNProtocols: ["h2"] });
  socket.on("error", () => undefined);
  t.after(() => socket.destroy());
  await once(socket, "secureConnect");
  socket.resume();
  socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  socket.write(frame("settings", 0, 0));
  return socket;
}

const isClosed = (socket: TLSSocket) => until(() => socket.destroyed || socket.readableEnded);
const cutsOf = async (url: string, reason: string) =>
  Number(new RegExp(`cut_total\\{reason="${reason}".*\\} (\\d+)`).exec(await metricsOf(url))?.[1]);

test("a client that opens requests and takes them back is cut off, and no call stays behind", async (t) => {
  let open = 0;
  let most = 0;
  const worker = await fakeUpstream(t, (_request, response) => {
    most = Math.max(most, (open += 1));
    response.on("close", () => (open -= 1));
  });
  const gateway = await secureGateway(t, { workers: [worker] }, { http2ResetBurst: 50, http2ResetsPerSecond: 1 });
  const socket = await rawHttp2(t, gateway.port);
  for (let at = 0; at < 500; at += 1) {
    const stream = 2 * at + 1;
    socket.write(
      Buffer.concat([frame("headers", 5, stream, mcpHeader), frame("reset", 0, stream, Buffer.from([0, 0, 0, 8]))]),
    );
  }
  await isClosed(socket);
  await until(() => open === 0);
  assert.ok(worker.seen.length <= 60, String(worker.seen.length));
  await until(async () => (await cutsOf(gateway.url, "protocol")) >= 1);
});

test("a body that its client resets is no whole body, with an error or without", async (t) => {
  const whole: string[] = [];
  const upstream = await fakeUpstream(t, (request, response) => {
    whole.push(request.url ?? "");
    response.end();
  });
  const gateway = await secureGateway(t, { controlPlane: upstream, workers: [upstream] });
  const socket = await rawHttp2(t, gateway.port);
  for (const [at, path] of ["/mcp/d/p/e", "/api/a", "/mcp/d/p/f", "/api/b"].entries()) {
    const post = Buffer.concat([
      Buffer.from([0x83, 0x87, 0x44, path.length]),
      Buffer.from(path),
      Buffer.from([0x41, 1, 0x78]),
    ]);
    const stream = 2 * at + 1;
    socket.write(Buffer.concat([frame("headers", 4, stream, post), frame("data", 0, stream, Buffer.from("half"))]));
    await delay(50);
    socket.write(frame("reset", 0, stream, Buffer.from([0, 0, 0, at < 2 ? 0 : 8])));
  }
  const client = http2Client(t, gateway.port);
  for (const path of ["/mcp/d/p/whole", "/api/whole"]) await ask(client, { ":path": path }, "whole");
  assert.deepEqual(whole, ["/mcp/d/p/whole", "/api/whole"]);
});

test("PING and SETTINGS frames that only cost answers end the connection", async (t) => {
  const gateway = await secureGateway(t, {}, { http2ControlFrames: 20, timeoutCheckMs: 60_000 });
  for (const flood of [frame("ping", 0, 0, Buffer.alloc(8)), frame("settings", 0, 0)]) {
    const before = await cutsOf(gateway.url, "flood");
    const socket = await rawHttp2(t, gateway.port);
    socket.write(Buffer.concat(Array<Buffer>(500).fill(flood)));
    await isClosed(socket);
    await until(async () => (await cutsOf(gateway.url, "flood")) === before + 1);
  }
});

test("a header that goes on in CONTINUATION frames without end is cut off", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await secureGateway(t, { workers: [worker] });
  const socket = await rawHttp2(t, gateway.port);
  socket.write(frame("headers", 1, 1, mcpHeader));
  const more = Buffer.concat([Buffer.from([0, 1]), Buffer.from("x"), Buffer.from([100]), Buffer.alloc(100, "y")]);
  const piece = frame("continuation", 0, 1, Buffer.concat(Array<Buffer>(100).fill(more)));
  for (let n = 0; n < 500 && socket.writable; n += 1) socket.write(piece);
  await isClosed(socket);
  assert.deepEqual(worker.seen, []);
});

test("refuses a header over the limit, and more requests at once than allowed, on that stream alone", async (t) => {
  const held: (() => void)[] = [];
  const worker = await fakeUpstream(t, (_request, response) => void held.push(() => response.end("done")));
  const gateway = await secureGateway(t, { workers: [worker] }, { http2Streams: 3 });
  const client = http2Client(t, gateway.port);
  await once(client, "remoteSettings");
  await assert.rejects(ask(client, { ":path": "/mcp/d/p/e", "x-large": "x".repeat(17_000) }));
  const running = [1, 2, 3].map(() => ask(client, { ":path": "/mcp/d/p/e" }));
  await until(() => held.length === 3);
  // Node's client keeps to the limit that it was told, so a client of our own goes beyond it.
  const socket = await rawHttp2(t, gateway.port);
  const opened = [1, 3, 5, 7, 9].map((stream) => frame("headers", 5, stream, mcpHeader));
  socket.write(Buffer.concat(opened));
  await until(() => held.length === 6);
  const answer = await ask(http2Client(t, gateway.port), { ":path": "/health" });
  assert.equal(answer.status, 200);
  for (const end of held) end();
  assert.deepEqual(
    (await Promise.all(running)).map(({ text }) => text),
    ["done", "done", "done"],
  );
  assert.equal(worker.seen.length, 6);
});

test("408 for a body that never ends, and no worker sees it", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await secureGateway(t, { workers: [worker] }, { headersTimeoutMs: 200, requestTimeoutMs: 200 });
  const stream = http2Client(t, gateway.port).request(
    { ":method": "POST", ":path": "/mcp/d/p/e" },
    { endStream: false },
  );
  stream.write("first");
  const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
  assert.equal(headers[":status"], 408);
  stream.resume();
  await once(stream, "close");
  assert.deepEqual(worker.seen, []);
});

test("closes connections that ask nothing, by TLS or HTTP/2, and keeps those with a call", async (t) => {
  let finish: (() => void) | undefined;
  const worker = await fakeUpstream(t, (_request, response) => (finish = () => void response.end("done")));
  const bounds = { headersTimeoutMs: 1_000, keepAliveTimeoutMs: 300, timeoutCheckMs: 50 };
  const gateway = await secureGateway(t, { workers: [worker] }, bounds);
  const silent = await rawHttp2(t, gateway.port);
  const half = await rawHttp2(t, gateway.port);
  half.write(frame("headers", 1, 1, header).subarray(0, 8));
  const busy = http2Client(t, gateway.port);
  const call = ask(busy, { ":path": "/mcp/d/p/e" });
  await Promise.all([isClosed(silent), isClosed(half)]);
  finish?.();
  assert.equal((await call).text, "done");
  await until(() => busy.destroyed);
});
