import assert from "node:assert/strict";
import { test } from "node:test";
import { readEvents } from "./read-events.ts";

const bodyOf = (pieces: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
  ).body as ReadableStream<Uint8Array>;

test("puts events together from pieces that end anywhere, and passes over comments", async () => {
  const text = 'event: log\ndata: {"message":"zwölf"}\n\n: alive\n\nevent: result\r\ndata: {"a":\r\ndata: 1}\r\n\r\n';
  const bytes = [...new TextEncoder().encode(text)];
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, n) => bytes.slice(n * 7, n * 7 + 7));
  const body = new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
        controller.close();
      },
    }),
  ).body as ReadableStream<Uint8Array>;
  const events = [];
  for await (const event of readEvents(body)) events.push(event);
  assert.deepEqual(events, [
    { event: "log", data: { message: "zwölf" } },
    { event: "result", data: { a: 1 } },
  ]);
});

test("tells the id by which a stream is taken up again", async () => {
  const events = [];
  for await (const event of readEvents(bodyOf(['id: 7-0\nevent: execution\ndata: {"a":1}\n\n']))) events.push(event);
  assert.deepEqual(events, [{ event: "execution", data: { a: 1 }, id: "7-0" }]);
});

test("drops an event that its server did not finish", async () => {
  const events = [];
  for await (const event of readEvents(bodyOf(['data: {"a":1}\n\n', 'data: {"b":']))) events.push(event);
  assert.deepEqual(events, [{ event: "message", data: { a: 1 } }]);
});
