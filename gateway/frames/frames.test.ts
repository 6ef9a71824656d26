import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { answerWindowBytes, brokenCalls, callFrames } from "@ferrule/contract/internal/call-frames.ts";
import { frame, mangle, sameNumbers, u32 } from "@ferrule/kit/frames/testing/frame.ts";
import { readTexts } from "@ferrule/kit/frames/texts.ts";
import { fakeUpstream, healthyUpstreams, internalToken, metricsOf, testGateway, until } from "../testing.ts";
import { answerHead } from "./testing/bridge-frames.ts";
import { rawWorker } from "./testing/raw-worker.ts";

const call = (url: string, path = "/http/d/p/e") => fetch(`${url}${path}`, { method: "POST", body: '{"a":1}' });
const whole = (number: number, status: number, headers: readonly string[], body = "") =>
  frame(number, callFrames.answer, answerHead(status, headers, true), Buffer.from(body));
const json = ["content-type", "application/json"];
const ok = (number: number) => whole(number, 200, [...json, "content-length", "2"], "ok");
const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

async function framedWorkers(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(/^ferrule_gateway_upstream_framed\{.*\} 1$/gm)].length;
}

test("many calls share one connection, which alone has the token", async (t) => {
  const paths: string[] = [];
  const worker = await rawWorker(t, (socket, _number, kind, payload) => {
    if (kind !== callFrames.open) return;
    const { texts, next } = readTexts(payload, 4, payload.length);
    assert.ok(!texts.includes("x-internal-token") && !texts.includes(internalToken));
    assert.equal(payload.toString("utf8", next), '{"a":1}');
    paths.push(texts[1] ?? "");
    // Answer in reverse order.
    if (paths.length === 30) for (let n = 30; n > 0; n -= 1) socket.write(ok(n));
  });
  const gateway = await testGateway(t, { settings: { workerUrls: [worker.url] } });
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => call(gateway.url, `/http/d/p/e/${n}?q=%20`)));
  for (const answer of answers) assert.deepEqual([answer.status, await answer.text()], [200, "ok"]);
  assert.equal(new Set(paths).size, 30);
  assert.deepEqual([worker.sockets.length, await framedWorkers(gateway.url)], [1, 1]);
});

test("a worker that takes no frames gets its calls by HTTP, and in frames once it takes them", async (t) => {
  const worker = await fakeUpstream(t, undefined, { frames: false });
  const gateway = await testGateway(t, { workers: [worker] }, { redialMs: 50 });
  assert.equal((await call(gateway.url)).status, 200);
  assert.equal(await framedWorkers(gateway.url), 0);
  assert.equal(worker.seen[0]?.headers["x-internal-token"], internalToken);
  await worker.stop();
  const renewed = await fakeUpstream(t, undefined, { port: worker.port });
  await until(async () => (await framedWorkers(gateway.url)) === 1);
  assert.equal((await call(gateway.url)).status, 200);
  assert.equal(renewed.seen.length, 1);
});

test("what is no answer ends the connection and costs what was under way on it, and calls go on over the next", async (t) => {
  const head = answerHead(200, []);
  const big = Buffer.alloc(100_000);
  const bad: ((n: number) => Buffer)[] = [
    (n) => frame(n, 0),
    (n) => frame(n, callFrames.open),
    (n) => frame(n + 1, callFrames.data),
    () => frame(0, callFrames.data),
    () => frame(0, callFrames.pong, Buffer.from("{")),
    (n) => frame(n, callFrames.data, big),
    (n) => frame(n, callFrames.answer),
    (n) => frame(n, callFrames.answer, head.subarray(0, -1)),
    (n) => frame(n, callFrames.answer, answerHead(101, [])),
    (n) => frame(n, callFrames.answer, answerHead(700, [])),
    (n) => frame(n, callFrames.answer, answerHead(200, ["content-length", "1, 1"])),
    (n) => Buffer.concat([frame(n, callFrames.answer, head), frame(n, callFrames.answer, head)]),
    (n) => frame(n, callFrames.answer, head, Buffer.alloc(200_000)),
    (n) => frame(n, callFrames.more, u32(1)),
    (n) => frame(n, callFrames.more),
    () => Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0]),
    () => Buffer.from([0, 0, 0, 0, 1, 0, 0, 0]),
    () => Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"),
  ];
  let play = ok;
  const worker = await rawWorker(t, (socket, number, kind) => {
    if (kind === callFrames.open) socket.write(play(number));
  });
  const gateway = await testGateway(t, { settings: { workerUrls: [worker.url] } });
  for (const [at, bytes] of bad.entries()) {
    await until(async () => (await framedWorkers(gateway.url)) === 1);
    play = bytes;
    // A call whose answer had begun breaks off; the others are retried or refused.
    const told = await call(gateway.url)
      .then(async (answer) => {
        await answer.text();
        return answer.status;
      })
      .catch(() => "broke off");
    assert.ok(told === 502 || told === "broke off", `${at}: ${told}`);
    play = ok;
    await until(async () => worker.sockets.length === at + 2 && (await framedWorkers(gateway.url)) === 1);
    assert.equal((await call(gateway.url)).status, 200);
  }
});

test("an answer that cannot be told, or has another length than it says, costs its own call alone", async (t) => {
  const bad = [
    (n: number) => whole(n, 200, ["x-a", "b\r\nset-cookie: c"]),
    (n: number) => whole(n, 200, ["content-length", "1"], "HTTP/1.1 200 OK"),
    (n: number) => whole(n, 200, ["content-length", "10"], "short"),
    (n: number) => frame(n, callFrames.broken, Buffer.from([brokenCalls.brokeOff])),
  ];
  let play = ok;
  const worker = await rawWorker(t, (socket, number, kind) => {
    if (kind === callFrames.open) socket.write(number === 1 ? "" : play(number));
  });
  const gateway = await testGateway(t, { settings: { workerUrls: [worker.url] } });
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  const steady = call(gateway.url);
  for (const one of bad) {
    play = one;
    const told = await call(gateway.url)
      .then(async (answer) => {
        // The headers and the body of another answer must not leak into it.
        assert.equal(answer.status, 502);
        assert.deepEqual([answer.headers.get("set-cookie"), answer.headers.get("x-a")], [null, null]);
        return await codeOf(answer);
      })
      .catch((error: Error) => error.name);
    assert.ok(told === "WORKER_UNREACHABLE" || told === "TypeError", told);
    play = ok;
    assert.equal((await call(gateway.url)).status, 200);
  }
  worker.sockets[0]?.write(ok(1));
  assert.equal((await steady).status, 200);
  assert.equal(worker.sockets.length, 1);
});

test("a client that reads slowly holds its own answer back, within the window, and nobody else's", async (t) => {
  let asked = 0;
  let sent = 0;
  const size = 16 * 1024 * 1024;
  const piece = Buffer.alloc(32 * 1024, "x");
  const pump = (socket: Socket) => {
    for (; sent < Math.min(size, answerWindowBytes + asked); sent += piece.length) {
      socket.write(frame(1, callFrames.data, piece));
    }
    if (sent === size) socket.write(frame(1, callFrames.last));
  };
  const worker = await rawWorker(t, (socket, number, kind, payload) => {
    if (kind === callFrames.more) asked += payload.readUInt32LE();
    else if (kind === callFrames.open && number > 1) return socket.write(ok(number));
    else socket.write(frame(1, callFrames.answer, answerHead(200, ["content-type", "text/plain"])));
    return pump(socket);
  });
  const gateway = await testGateway(t, { settings: { workerUrls: [worker.url] } });
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  worker.sockets[0]?.setMaxListeners(0);
  const slow = await call(gateway.url);
  let before = -1;
  await until(() => {
    const still = sent === before;
    before = sent;
    return still && sent > 0;
  });
  assert.ok(sent < size, "everything was asked for although nobody read");
  assert.equal((await call(gateway.url)).status, 200);
  assert.ok(slow.body !== null);
  await slow.body.cancel();
});

test("a call that a worker has not begun, because it has too many or has gone, goes to another", async (t) => {
  const full = await rawWorker(t, (socket, number, kind) => {
    if (kind === callFrames.open) socket.write(frame(number, callFrames.broken, Buffer.from([brokenCalls.notStarted])));
  });
  const other = await fakeUpstream(t);
  const gateway = await testGateway(t, { settings: { workerUrls: [full.url, other.url] } });
  await until(async () => (await healthyUpstreams(gateway.url)) === 2);
  // Any of them may be retried by chance, but all of them using up four attempts would not be chance.
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await call(gateway.url)).status));
  assert.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 503), statuses.join());
});

test("a worker that leaves gets no more calls, and ends those that it has", async (t) => {
  let leave: (() => void) | undefined;
  const leaving = await rawWorker(t, (socket, number, kind) => {
    if (kind !== callFrames.open) return;
    leave = () => socket.write(Buffer.concat([frame(0, callFrames.leave), ok(number)]));
  });
  const gateway = await testGateway(t, { settings: { workerUrls: [leaving.url] } }, { probeIntervalMs: 60_000 });
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  const last = call(gateway.url);
  await until(() => leave !== undefined);
  leave?.();
  assert.equal((await last).status, 200);
  await until(() => leaving.sockets[0]?.destroyed === true);
});

test("a worker that falls silent is out, and gets a connection of its own when it is back", async (t) => {
  const worker = await rawWorker(t, (socket, number, kind) => {
    if (kind === callFrames.open) socket.write(ok(number));
  });
  const steady = await fakeUpstream(t);
  const settings = { workerUrls: [worker.url, steady.url] };
  const gateway = await testGateway(t, { settings }, { probeTimeoutMs: 100 });
  await until(async () => (await framedWorkers(gateway.url)) === 2);
  worker.silent = true;
  // A busy machine may let the other one miss a probe, too.
  const isOut = new RegExp(`^ferrule_gateway_upstream_healthy\\{.*upstream="${worker.url}".*\\} 0$`, "m");
  await until(async () => isOut.test(await metricsOf(gateway.url)));
  for (let n = 0; n < 5; n += 1) assert.equal((await call(gateway.url)).status, 200);
  assert.equal(steady.seen.length, 5);
  worker.silent = false;
  await until(async () => (await healthyUpstreams(gateway.url)) === 2);
  assert.ok(worker.sockets.length > 1);
});

test("504 for a call whose answer does not begin in time, which the worker is told", async (t) => {
  let cancelled = false;
  const worker = await rawWorker(t, (_socket, _number, kind) => {
    cancelled ||= kind === callFrames.cancel;
  });
  const gateway = await testGateway(t, { settings: { workerUrls: [worker.url] } }, { answerTimeoutMs: 200 });
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  const answer = await call(gateway.url);
  assert.deepEqual([answer.status, await codeOf(answer)], [504, "TIMEOUT"]);
  await until(() => cancelled);
});

test("no mangled stream of a worker does more than end its connection", async (t) => {
  const next = sameNumbers(20_261_123);
  const worker = await rawWorker(t, (socket, number, kind) => {
    if (kind !== callFrames.open) return;
    const frames = [
      frame(number, callFrames.answer, answerHead(200, [...json, "content-length", "6"]), Buffer.from("ab")),
      frame(number, callFrames.data, Buffer.from("cd")),
      frame(0, callFrames.pong, Buffer.from('{"status":"ready"}')),
      frame(number, callFrames.more, u32(10)),
      frame(number, callFrames.last, Buffer.from("ef")),
    ];
    socket.end(mangle(frames, next));
  });
  const steady = await fakeUpstream(t);
  const gateway = await testGateway(t, { settings: { workerUrls: [worker.url, steady.url] } });
  await until(async () => (await healthyUpstreams(gateway.url)) > 0);
  const many = Array.from({ length: 80 }, () =>
    call(gateway.url)
      .then((answer) => answer.text())
      .catch(() => "broke off"),
  );
  assert.equal((await Promise.all(many)).length, 80);
  steady.load = { running: 0, waiting: 0, capacity: 1_000_000 };
  await until(async () => (await call(gateway.url)).status === 200);
});

test("calls on a connection that fell silent end soon, whether or not the worker answers on another", async (t) => {
  for (const isReplaced of [true, false]) {
    const heard: Socket[] = [];
    const worker = await rawWorker(t, (socket, number, kind) => {
      if (kind !== callFrames.open) return;
      // What comes on the first connection with a call is lost, as on a path that a firewall has forgotten. A slow
      // machine may have replaced an earlier connection, because its probe came late.
      if (heard[0] === undefined || heard[0] === socket) heard.push(socket);
      else socket.write(ok(number));
    });
    const bounds = { probeTimeoutMs: 100, silentConnectionMs: isReplaced ? 60_000 : 1_000, replacedConnectionMs: 400 };
    const gateway = await testGateway(t, { settings: { workerUrls: [worker.url] } }, bounds);
    await until(async () => (await healthyUpstreams(gateway.url)) === 1);
    const began = performance.now();
    const asked = call(gateway.url);
    await until(() => heard.length === 1);
    worker.dead.add(heard[0]!);
    worker.silent = !isReplaced;
    const answer = await asked;
    assert.deepEqual([answer.status, await codeOf(answer)], [502, "WORKER_UNREACHABLE"]);
    assert.ok(performance.now() - began < 15_000, `${performance.now() - began}`);
  }
});

test("a slow call is not cut while its worker answers, also on a connection that takes no more calls", async (t) => {
  const worker = await rawWorker(t, (socket, number, kind) => {
    if (kind !== callFrames.open) return;
    socket.write(frame(0, callFrames.leave));
    setTimeout(() => socket.write(ok(number)), 2_000);
  });
  const bounds = { silentConnectionMs: 500, replacedConnectionMs: 500 };
  const gateway = await testGateway(t, { settings: { workerUrls: [worker.url] } }, bounds);
  await until(async () => (await healthyUpstreams(gateway.url)) === 1);
  assert.equal((await call(gateway.url)).status, 200);
});

test("requests over HTTP to an upstream that fell silent end soon too", async (t) => {
  const controlPlane = await fakeUpstream(t, (request, response) => {
    if (request.url === "/api/slow") silent = true;
    else response.end("{}");
  });
  let silent = false;
  const listeners = controlPlane.server.listeners("request") as ((...given: unknown[]) => void)[];
  controlPlane.server.removeAllListeners("request");
  controlPlane.server.on("request", (...given) => {
    if (!silent) for (const listener of listeners) listener(...given);
  });
  const gateway = await testGateway(t, { controlPlane }, { probeTimeoutMs: 100, silentConnectionMs: 1_000 });
  const began = performance.now();
  const answer = await fetch(`${gateway.url}/api/slow`);
  await answer.text();
  assert.equal(answer.status, 503);
  assert.ok(performance.now() - began < 15_000);
});
