import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectTo, createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { mostMessageBytes } from "@ferrule/contract/internal/host-calls.ts";
import { startHostCallServer, type Held, type HostCallServer } from "../../testing/host-call-server.ts";
import { until } from "../../testing/test-worker.ts";
import { createHostCallConnection, type HostCallConnectionOptions } from "./host-call-connection.ts";

let server: HostCallServer;
let opened: AsyncDisposableStack;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  server = opened.use(await startHostCallServer());
});
afterEach(() => opened.disposeAsync());

const none = new AbortController().signal;
const connect = (options: Partial<HostCallConnectionOptions> = {}) =>
  opened.use(createHostCallConnection({ url: server.url, token: "of the tests", ...options }));
const text = (name: string) => JSON.stringify({ projectId: name, calls: [] });
async function holds(count: number): Promise<Held[]> {
  await until(`${count} are held`, () => server.held.length === count);
  return server.held;
}

test("asks over one connection, which is opened with the token when it is first needed", async () => {
  const { ask } = connect({ url: `${server.url}/behind/` });
  assert.equal(server.connections.length, 0);
  const asked = ["a", "b", "c"].map((name) => ask(text(name), none));
  const held = await holds(3);
  assert.deepEqual(
    held.map(({ batch }) => batch.projectId),
    ["a", "b", "c"],
  );
  for (const one of held.toReversed()) one.answer(`to ${one.batch.projectId}`);
  assert.deepEqual(await Promise.all(asked), ["to a", "to b", "to c"]);
  assert.equal(server.connections.length, 1);
  const [{ headers, path } = assert.fail()] = server.connections;
  assert.deepEqual([path, headers["x-worker-token"]], ["/behind/internal/host-calls", "of the tests"]);
});

test("when the control plane takes leave, what is new goes elsewhere and what was asked is still answered", async () => {
  const { ask } = connect();
  const before = ask(text("before"), none);
  await holds(1);
  const [{ socket, takeLeave } = assert.fail()] = server.connections;
  const closed = once(socket, "close");
  takeLeave();
  let after: Promise<string> | undefined;
  await until("another connection is used", async () => {
    after ??= ask(text("after"), none);
    await holds(2);
    if (server.held[1]?.connection === 1) return true;
    // The request left before the goodbye arrived.
    server.held.pop()?.answer("early");
    await after;
    after = undefined;
    return false;
  });
  assert.equal(socket.destroyed, false);
  server.held[0]?.answer("still");
  server.held[1]?.answer("elsewhere");
  assert.deepEqual(await Promise.all([before, after]), ["still", "elsewhere"]);
  await closed;
});

test("a connection that breaks fails what was asked over it, and nothing that is asked later", async () => {
  const { ask } = connect();
  const lost = [ask(text("a"), none), ask(text("b"), none)];
  await holds(2);
  server.connections[0]?.socket.destroy();
  for (const one of lost) await assert.rejects(one);
  const next = ask(text("c"), none);
  (await holds(3))[2]?.answer("again");
  assert.equal(await next, "again");
});

/** Resets this many connections when they request the upgrade, and passes later ones on; returns how many came. */
async function resetFirst(count: number) {
  let came = 0;
  const both = (one: Socket, other: Socket) => {
    one.pipe(other).pipe(one);
    for (const [socket, its] of [
      [one, other],
      [other, one],
    ] as const)
      socket.on("error", () => undefined).once("close", () => its.destroy());
  };
  const proxy = createServer((socket) => {
    came += 1;
    if (came <= count) socket.once("data", () => socket.resetAndDestroy());
    else both(socket, connectTo(Number(new URL(server.url).port), "127.0.0.1"));
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  opened.defer(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, came: () => came };
}

test("a connection that is reset before its upgrade is dialled again, as nothing was sent over it", async () => {
  const { url, came } = await resetFirst(6);
  const { ask } = connect({ url });
  const asked = ask(text("a"), none);
  (await holds(1))[0]?.answer("answered");
  assert.equal(await asked, "answered");
  assert.equal(came(), 7);
});

test("one that is reset again and again fails what was asked, soon", async () => {
  const { url, came } = await resetFirst(Infinity);
  const began = performance.now();
  await assert.rejects(connect({ url }).ask(text("a"), none), { code: "ECONNRESET" });
  assert.ok(performance.now() - began < 8_000, "soon");
  assert.ok(came() < 20, `dialled ${came()} times`);
});

test("one that idles is closed, and opened again when it is needed", async () => {
  const { ask } = connect({ idleMs: 20 });
  for (const round of [0, 1]) {
    const asked = ask(text("a"), none);
    const held = await holds(round + 1);
    // A connection with an open request is not idle, however long the request takes.
    if (round === 1) await delay(100);
    held[round]?.answer("here");
    assert.equal(await asked, "here");
    await until("it is closed", () => server.connections[round]?.socket.destroyed === true);
  }
});

test("whoever gives up takes the request back; a connection that has gone silent meanwhile is used no more", async () => {
  const [impatient, patient] = [connect({ silentMs: 0 }), connect({ silentMs: 3_600_000 })];
  for (const [at, { ask }] of [impatient, patient].entries()) {
    server.held = [];
    const leaving = new AbortController();
    const given = ask(text("a"), leaving.signal);
    const beside = ask(text("beside"), none);
    const held = await holds(2);
    const { connection } = held[0] ?? assert.fail();
    leaving.abort(new Error("enough"));
    await assert.rejects(given, { message: "enough" });
    await until("the control plane knows", () => held[0]?.gone === true);
    const next = ask(text("b"), none);
    await holds(3);
    assert.equal(held[2]?.connection === connection, at === 1);
    held[1]?.answer("late, but here");
    held[2]?.answer("next");
    assert.deepEqual(await Promise.all([beside, next]), ["late, but here", "next"]);
  }
});

test("what is asked after a silence goes over another connection, though those who wait have not given up", async () => {
  const { ask } = connect({ silentMs: 200 });
  server.held = [];
  const waiting = ask(text("a"), none);
  await holds(1);
  await delay(400);
  const next = ask(text("b"), none);
  await holds(2);
  assert.notEqual(server.held[1]?.connection, server.held[0]?.connection);
  server.held[1]?.answer("next");
  server.held[0]?.answer("late, but here");
  assert.deepEqual(await Promise.all([waiting, next]), ["late, but here", "next"]);
});

test("rejects when it is refused, when nobody listens, when the text is too long, and once it is closed", async () => {
  const { ask } = connect();
  server.refuseWith = 401;
  await assert.rejects(ask(text("a"), none), /answered 401/);
  server.refuseWith = undefined;
  await assert.rejects(ask("x".repeat(mostMessageBytes + 1), none), RangeError);
  const closing = connect();
  const asked = closing.ask(text("b"), none);
  await holds(1);
  closing[Symbol.dispose]();
  await assert.rejects(asked, /has been closed/);
  await assert.rejects(closing.ask(text("c"), none), /has been closed/);
  const gone = await startHostCallServer();
  await gone[Symbol.asyncDispose]();
  await assert.rejects(connect({ url: gone.url }).ask(text("d"), none), { code: "ECONNREFUSED" });
});
