import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test, type TestContext } from "node:test";
import type { CallResponse } from "../../ground/call.ts";
import type { Exchange } from "../serving/exchange.ts";
import { QuietEvents } from "./quiet-events.ts";
import { StreamedAnswer } from "./streamed-answer.ts";

/** A response whose client takes this many pieces, and then nothing until the test lets it continue. */
class SlowResponse extends EventEmitter implements CallResponse {
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  destroyed = false;
  readonly taken: string[] = [];
  room: number;

  constructor(room: number) {
    super();
    this.room = room;
  }
  writeHead(): void {
    this.headersSent = true;
  }
  flushHeaders(): void {}
  write(piece: string | Uint8Array): boolean {
    this.taken.push(Buffer.from(piece as Uint8Array).toString());
    this.room -= 1;
    return this.room > 0;
  }
  end(): void {
    this.writableEnded = true;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

function openStream(room: number, type: string) {
  const response = new SlowResponse(room);
  const request = { method: "GET", url: "/", headers: {}, readBody: () => undefined };
  const metrics = { answered: () => undefined };
  const exchange = {
    prefix: "http",
    request,
    response,
    requestId: "req_1",
    headers: [],
    site: null,
    metrics,
    began: 0,
  };
  const answer = new StreamedAnswer(exchange as unknown as Exchange, 200, true);
  const ends: string[] = [];
  assert.ok(answer.open({ status: 200, headers: { "content-type": type } }, () => ends.push("cancelled")));
  return { response, answer, ends };
}

const useClock = (t: TestContext) => t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a client that takes nothing for 30 seconds has left: its call is cancelled, and the record says so", async (t) => {
  useClock(t);
  const { answer, ends } = openStream(2, "application/octet-stream");
  await answer.write(Buffer.from("a"));
  let isThrough = false;
  const second = answer.write(Buffer.from("b")).then(() => (isThrough = true));
  await turn();
  t.mock.timers.tick(29_999);
  await turn();
  assert.deepEqual([ends, isThrough], [[], false]);
  t.mock.timers.tick(1);
  await second;
  assert.deepEqual(ends, ["cancelled"]);
  assert.equal(answer.note(false).stream.ended, "client-stalled");
});

test("a client that takes something within 30 seconds goes on, as often as it likes", async (t) => {
  useClock(t);
  const { response, answer, ends } = openStream(1, "application/octet-stream");
  for (let n = 0; n < 5; n += 1) {
    const writing = answer.write(Buffer.from("a"));
    await turn();
    t.mock.timers.tick(29_000);
    response.emit("drain");
    await writing;
  }
  answer.end(true);
  assert.deepEqual([ends, response.writableEnded, answer.note(true).stream.ended], [[], true, "complete"]);
  t.mock.timers.tick(60_000);
  assert.deepEqual(ends, []);
});

/** The clock that measures the quiet; it moves with the timers. */
function usePerformance(t: TestContext) {
  useClock(t);
  let now = 0;
  t.mock.method(performance, "now", () => now);
  return (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
}

test("a quiet event stream gets a comment every 15 seconds, and none once it has ended", async (t) => {
  const pass = usePerformance(t);
  const { response, answer } = openStream(100, "text/event-stream");
  await answer.write(Buffer.from("data: 1\n\n"));
  pass(15_000);
  pass(15_000);
  assert.deepEqual(response.taken, ["data: 1\n\n", ":\n\n", ":\n\n"]);
  answer.end(true);
  pass(60_000);
  assert.equal(response.taken.length, 3);
});

test("15 seconds count from the last piece, whenever that came, and an event may end in CR LF and in two pieces", async (t) => {
  const pass = usePerformance(t);
  const { response, answer } = openStream(100, "text/event-stream");
  pass(1_000);
  await answer.write(Buffer.from("data: 1\r\n"));
  await answer.write(Buffer.from("\r\n"));
  pass(14_999);
  assert.equal(response.taken.length, 2);
  pass(1);
  assert.equal(response.taken.at(-1), ":\n\n");
  pass(7_000);
  await answer.write(Buffer.from("data: 2\n"));
  pass(15_000);
  assert.equal(response.taken.at(-1), "data: 2\n", "the event may go on");
  await answer.write(Buffer.from("\n"));
  pass(14_000);
  assert.equal(response.taken.at(-1), "\n");
  pass(1_000);
  assert.equal(response.taken.at(-1), ":\n\n");
  answer.end(true);
});

test("no comment stands within an event, nor goes to a client that takes nothing, and other streams get none", async (t) => {
  const pass = usePerformance(t);
  const { response, answer } = openStream(100, "text/event-stream; charset=utf-8");
  await answer.write(Buffer.from("data: half"));
  pass(45_000);
  assert.deepEqual(response.taken, ["data: half"]);
  await answer.write(Buffer.from(" an event\n\n"));
  pass(15_000);
  assert.equal(response.taken.at(-1), ":\n\n");
  const full = new SlowResponse(1);
  const quiet = new QuietEvents(full, () => false);
  for (let n = 0; n < 5; n += 1) pass(15_000);
  assert.deepEqual(full.taken, [":\n\n"]);
  full.room = 10;
  full.emit("drain");
  pass(15_000);
  assert.deepEqual(full.taken, [":\n\n", ":\n\n"]);
  quiet.stop();
  const { response: plain } = openStream(100, "text/plain");
  pass(60_000);
  assert.deepEqual(plain.taken, []);
});
