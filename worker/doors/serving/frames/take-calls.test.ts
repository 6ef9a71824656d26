import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { before, describe, test } from "node:test";
import {
  answerWindowBytes,
  bodyWindowBytes,
  brokenCalls,
  callFrames,
  callsPath,
  callsProtocol,
  firstBodyBytes,
  mostCalls,
} from "@ferrule/contract/internal/call-frames.ts";
import {
  collectFrames,
  frame,
  mangle,
  sameNumbers,
  textsOf,
  u32,
  type HeardFrame,
} from "@ferrule/kit/frames/testing/frame.ts";
import { readTexts } from "@ferrule/kit/frames/texts.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { mostBodyBytes } from "@ferrule/contract/most-body-bytes.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { endpointState, keyValue } from "../../../testing/deployed.ts";
import { internalToken, startTestWorker, until, type TestWorker } from "../../../testing/test-worker.ts";
import { takeCalls } from "./take-calls.ts";

/** The status that refuses a connection, or the connection. */
function dial(port: number, headers: Record<string, string> = {}): Promise<number | Socket> {
  const asked = request({
    port,
    host: "127.0.0.1",
    path: callsPath,
    agent: false,
    headers: { "x-internal-token": internalToken, connection: "upgrade", upgrade: callsProtocol, ...headers },
  });
  return new Promise((resolve, reject) => {
    asked.on("upgrade", (_response, socket: Socket, head: Buffer) => {
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asked.on("response", (response) => resolve(response.resume().statusCode ?? 0));
    asked.on("error", reject);
    asked.end();
  });
}

interface Gateway {
  socket: Socket;
  heard: HeardFrame[];
  closed: () => boolean;
  of: (number: number) => HeardFrame[];
}

async function gatewayOf(worker: TestWorker): Promise<Gateway> {
  const socket = await dial(worker.serving.port);
  assert.ok(typeof socket !== "number");
  let closed = false;
  socket.on("error", () => undefined);
  socket.on("close", () => (closed = true));
  const heard = collectFrames(socket);
  return { socket, heard, closed: () => closed, of: (number) => heard.filter((one) => one.number === number) };
}

const call = (number: number, path: string, body: string | Buffer, headers: readonly string[] = []) => {
  const bytes = Buffer.from(body);
  const texts = ["POST", path, "content-type", "application/json", "x-api-key", keyValue, ...headers];
  return frame(number, callFrames.open, u32(bytes.length), textsOf(texts), bytes.subarray(0, firstBodyBytes));
};

function answerOf({ payload }: HeardFrame) {
  const { texts, next } = readTexts(payload, 3, payload.length);
  return { whole: payload[0] === 1, status: payload.readUInt16LE(1), texts, body: payload.toString("utf8", next) };
}

const api = "/http/development/one/api";
const large = "x".repeat(1_000_000);

describe("calls in frames", () => {
  const worker = duringTests(() =>
    startTestWorker({
      functions: [
        { name: "length", code: "length", route: "POST /length" },
        { name: "hold", code: "hold", route: "POST /hold" },
        { name: "large", code: "large", route: "POST /large" },
      ],
      behaviours: {
        length: (_call, input) => (input as { text: string }).text.length,
        hold: () => new Promise<number>((resolve) => held.push(() => resolve(1))),
        large: () => large,
      },
      slotWaitMs: 50,
    }),
  );
  const held: (() => void)[] = [];
  before(async () => {
    const limits = { requestsPerMinute: 1_000_000, maxBodyBytes: mostBodyBytes };
    worker.feed.say(endpointState("http", { limits }));
    await until("the limit is live", async () => (await byHttp("length", 2_000_000)).status === 200);
  });
  const bodyOf = (bytes: number) => `{"text":"${"x".repeat(bytes - 11)}"}`;
  const byHttp = (route: string, bytes: number) =>
    worker.fetch(`${api}/${route}`, {
      method: "POST",
      body: bodyOf(bytes),
      headers: { "content-type": "application/json", "x-request-id": "req_0123456789abcdef" },
    });

  test("are answered as those by HTTP are, in one frame", async () => {
    const gateway = await gatewayOf(worker);
    gateway.socket.write(call(1, `${api}/length`, "{", ["x-request-id", "req_0123456789abcdef"]));
    gateway.socket.write(call(2, `${api}/length`, bodyOf(20), ["x-request-id", "req_0123456789abcdef"]));
    await until("both are answered", () => gateway.heard.length === 2);
    const [refused, answered] = [1, 2].map((number) => answerOf(gateway.of(number)[0]!));
    assert.deepEqual([refused?.status, refused?.whole], [400, true]);
    const same = await byHttp("length", 20);
    assert.deepEqual([answered?.whole, answered?.status, answered?.body], [true, same.status, await same.text()]);
    const headers = new Map(
      answered?.texts.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1]]] : [])) as [string, string][],
    );
    const ofHttp = new Map([...same.headers].filter(([name]) => !["date", "connection", "keep-alive"].includes(name)));
    // The number of remaining calls depends on timing.
    const left = [headers, ofHttp].map((all) => all.get("ratelimit"));
    assert.ok(
      left.every((value) => /^"endpoint";r=99999\d;t=1$/.test(value ?? "")),
      left.join(" "),
    );
    for (const all of [headers, ofHttp]) all.delete("ratelimit");
    assert.deepEqual(Object.fromEntries(headers), Object.fromEntries(ofHttp));
    gateway.socket.destroy();
  });

  test("only a gateway gets the connection, and by other ways nothing changes", async () => {
    assert.equal(await dial(worker.serving.port, { "x-internal-token": "wrong" }), 404);
    assert.equal(await dial(worker.serving.port, { upgrade: "ferrule-calls/2" }), 404);
    assert.equal((await byHttp("length", 20)).status, 200);
  });

  test("only endpoints can be called, and a call without a key is refused", async () => {
    const gateway = await gatewayOf(worker);
    gateway.socket.write(call(1, "/metrics", ""));
    gateway.socket.write(call(2, "/internal/calls", ""));
    gateway.socket.write(
      frame(3, callFrames.open, u32(0), textsOf(["POST", `${api}/length`, "x-internal-token", internalToken])),
    );
    await until("all are answered", () => gateway.heard.length === 3);
    assert.deepEqual(
      [1, 2, 3].map((number) => answerOf(gateway.of(number)[0]!).status),
      [404, 404, 401],
    );
    gateway.socket.destroy();
  });

  test("a large body comes as it is asked for, a piece at a time, and one that is too large is not", async () => {
    const gateway = await gatewayOf(worker);
    const body = Buffer.from(bodyOf(3_000_000));
    gateway.socket.write(call(1, `${api}/length`, body));
    let sent = firstBodyBytes;
    let answered = 0;
    let mostAsked = 0;
    await until("it is answered", () => {
      const more = gateway.of(1).filter(({ kind }) => kind === callFrames.more);
      const asked = firstBodyBytes + more.reduce((sum, { payload }) => sum + payload.readUInt32LE(), 0);
      mostAsked = Math.max(mostAsked, asked - sent);
      for (; sent < asked; sent += 50_000) {
        gateway.socket.write(frame(1, callFrames.body, body.subarray(sent, Math.min(asked, sent + 50_000))));
      }
      sent = Math.min(sent, asked);
      answered = gateway.of(1).filter(({ kind }) => kind === callFrames.answer).length;
      return answered === 1;
    });
    assert.ok(mostAsked <= 2 * bodyWindowBytes, String(mostAsked));
    assert.equal(answerOf(gateway.of(1).at(-1)!).body, String(3_000_000 - 11));
    gateway.socket.write(
      frame(
        2,
        callFrames.open,
        u32(0xffffffff),
        textsOf(["POST", `${api}/length`, "content-type", "application/json", "x-api-key", keyValue]),
        Buffer.alloc(firstBodyBytes),
      ),
    );
    await until("it is refused", () => gateway.of(2).length > 0);
    assert.equal(answerOf(gateway.of(2)[0]!).status, 413);
    gateway.socket.destroy();
  });

  test("an answer comes as far as the gateway takes it, and costs the others nothing meanwhile", async () => {
    const gateway = await gatewayOf(worker);
    gateway.socket.write(call(1, `${api}/large`, "{}"));
    const received = () =>
      gateway.of(1).reduce((sum, { kind, payload }) => sum + (kind === callFrames.answer ? 0 : payload.length), 0);
    await until("the window is full", () => received() === answerWindowBytes);
    gateway.socket.write(call(2, `${api}/length`, bodyOf(20)));
    await until("the other is answered", () => gateway.of(2).length === 1);
    assert.equal(received(), answerWindowBytes);
    gateway.socket.write(frame(1, callFrames.more, u32(2_000_000)));
    await until("it is whole", () => gateway.of(1).at(-1)?.kind === callFrames.last);
    assert.equal(received(), large.length + 2);
    gateway.socket.destroy();
  });

  test("one that is taken back, or whose gateway has gone, is answered to nobody and leaves no trace", async () => {
    const gateway = await gatewayOf(worker);
    gateway.socket.write(call(1, `${api}/hold`, "{}"));
    gateway.socket.write(call(2, `${api}/hold`, "{}"));
    await until("both run", () => held.length === 2);
    gateway.socket.write(frame(1, callFrames.cancel));
    gateway.socket.write(frame(0, callFrames.ping));
    await until("the worker has read it", () => gateway.of(0).length === 1);
    held[0]?.();
    gateway.socket.write(call(3, `${api}/length`, bodyOf(20)));
    await until("the next is answered", () => gateway.of(3).length === 1);
    assert.equal(gateway.of(1).length, 0);
    gateway.socket.destroy();
    held[1]?.();
    held.length = 0;
    await until("no slot is taken", () => worker.serving.slots.running === 0);
  });

  test("a ping is answered with what /ready says", async () => {
    const gateway = await gatewayOf(worker);
    gateway.socket.write(frame(0, callFrames.ping));
    await until("it is answered", () => gateway.of(0).length === 1);
    const [{ kind, payload }] = gateway.of(0) as [HeardFrame];
    assert.equal(kind, callFrames.pong);
    assert.deepEqual(JSON.parse(payload.toString()), await (await worker.fetch("/ready")).json());
    gateway.socket.destroy();
  });

  test("frames that break the rules end their connection, and nothing else", async () => {
    const steady = await gatewayOf(worker);
    const good = call(1, `${api}/length`, bodyOf(20));
    const texts = textsOf(["POST", `${api}/length`]);
    const bad: Buffer[] = [
      frame(0, 0),
      frame(0, callFrames.leave),
      frame(1, callFrames.answer),
      call(2, `${api}/length`, bodyOf(20)),
      Buffer.concat([good, good]),
      frame(1, callFrames.body, Buffer.alloc(10)),
      frame(1, callFrames.cancel),
      Buffer.concat([good, frame(1, callFrames.body, Buffer.alloc(10)), frame(2, callFrames.cancel)]),
      frame(1, callFrames.open, u32(5), texts, Buffer.alloc(4)),
      frame(1, callFrames.open, u32(5), texts, Buffer.alloc(6)),
      frame(1, callFrames.open, u32(0), textsOf(["POST", "/", "a"])),
      frame(1, callFrames.open, u32(0), textsOf(["POST"])),
      frame(1, callFrames.open, u32(0), texts.subarray(0, -1)),
      frame(1, callFrames.open),
      Buffer.concat([call(1, `${api}/length`, bodyOf(100_000)), frame(1, callFrames.body, Buffer.alloc(40_000))]),
      Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0]),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from("GET / HTTP/1.1\r\nhost: x\r\n\r\n"),
    ];
    for (const [at, bytes] of bad.entries()) {
      const gateway = await gatewayOf(worker);
      gateway.socket.write(bytes);
      await until(`connection ${at} ends`, gateway.closed);
    }
    steady.socket.write(good);
    await until("the steady one is answered", () => steady.of(1).length === 1);
    steady.socket.destroy();
  });

  test("no mangled stream does more than end its connection", async () => {
    const next = sameNumbers(20_261_123);
    const texts = textsOf(["POST", `${api}/length`, "content-type", "application/json", "x-api-key", keyValue]);
    for (let round = 0; round < 60; round += 1) {
      const gateway = await gatewayOf(worker);
      const frames = [
        call(1, `${api}/length`, bodyOf(50)),
        frame(0, callFrames.ping),
        frame(2, callFrames.open, u32(100_000), texts, Buffer.alloc(firstBodyBytes)),
        frame(1, callFrames.more, u32(1_000)),
        frame(2, callFrames.body, Buffer.alloc(5_000)),
        frame(2, callFrames.cancel),
        call(3, `${api}/large`, "{}"),
      ];
      gateway.socket.end(mangle(frames, next));
      await until(`connection ${round} ends`, gateway.closed);
    }
    assert.equal((await byHttp("length", 20)).status, 200);
    await until("no slot is taken", () => worker.serving.slots.running === 0);
  });
});

test("a worker that drains asks gateways to leave, lets its calls end, and closes", async () => {
  const held: (() => void)[] = [];
  const worker = await startTestWorker({
    functions: [{ name: "hold", code: "hold", route: "POST /hold" }],
    behaviours: { hold: () => new Promise<number>((resolve) => held.push(() => resolve(1))) },
  });
  const gateway = await gatewayOf(worker);
  gateway.socket.write(call(1, `${api}/hold`, "{}"));
  await until("it runs", () => held.length === 1);
  worker.serving.drain();
  await until("it asks", () => gateway.of(0).length === 1);
  assert.equal(gateway.of(0)[0]?.kind, callFrames.leave);
  gateway.socket.write(call(2, `${api}/hold`, "{}"));
  await until("the late one is refused", () => gateway.of(2).length === 1);
  const { status, texts } = answerOf(gateway.of(2)[0]!);
  assert.deepEqual([status, texts.includes("x-ferrule-not-started"), texts.includes("unavailable")], [503, true, true]);
  const ended = worker.serving.close(5_000);
  held[0]?.();
  await until("the first is answered", () => gateway.of(1).length === 1);
  assert.equal(answerOf(gateway.of(1)[0]!).status, 200);
  gateway.socket.end();
  await ended;
  await worker[Symbol.asyncDispose]();
});

test("more calls than there may be at once are not started, and can go elsewhere", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const near = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [far] = (await once(server, "connection")) as [Socket];
  let served = 0;
  const log = createLog("worker", "silent");
  takeCalls(far, { serve: () => (served += 1), readiness: async () => ({}), log });
  const heard = collectFrames(near);
  near.write(Buffer.concat(Array.from({ length: mostCalls + 2 }, (_, at) => call(at + 1, `${api}/hold`, "{}"))));
  await until("two are refused", () => heard.length === 2);
  assert.equal(served, mostCalls);
  for (const [at, { number, kind, payload }] of heard.entries()) {
    assert.deepEqual([number, kind, payload[0]], [mostCalls + 1 + at, callFrames.broken, brokenCalls.notStarted]);
  }
  near.destroy();
  server.close();
});
