import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import type { CallResponse } from "../../../ground/call.ts";
import { Listener, type ListenerRequest, type ListenerState } from "./listener.ts";

/** A response whose client reads only while `reads` is set. */
class Reader extends EventEmitter {
  reads = true;
  destroyed = false;
  written: string[] = [];
  write(piece: string): boolean {
    this.written.push(piece);
    return this.reads;
  }
  end(piece: string): void {
    this.written.push(piece);
  }
}

function listenerOf(reader: Reader): Listener {
  const request = {
    id: "1",
    wishes: { lists: ["tools", "prompts"], uris: ["a:1", "a:2", "a:3"] },
  } as unknown as ListenerRequest;
  const state = { endpoint: {}, caller: { key: null, token: null }, seen: { tools: "a", prompts: "a" } };
  const versions = ["one", "", null];
  return new Listener(request, reader as unknown as CallResponse, { ...state, versions } as unknown as ListenerState);
}

const methodsOf = (texts: readonly string[]) =>
  texts.flatMap((text) => text.match(/notifications\/[\w/]+|(?:orders|a):\d+/g) ?? []);
const sees = (listener: Listener, tools: string, versions: (string | null)[] = ["one", "", null]) =>
  listener.sees({ endpoint: listener.endpoint, caller: listener.caller, seen: { tools, prompts: "a" }, versions });

test("what changes often while the client does not read is told once when it reads again", () => {
  const reader = new Reader();
  const listener = listenerOf(reader);
  reader.reads = false;
  assert.ok(sees(listener, "b"));
  listener.tell();
  const before = reader.written.length;
  for (let round = 0; round < 1_000; round += 1) {
    sees(listener, String(round));
    listener.updated(`orders:${round % 3}`);
    listener.tell();
  }
  assert.equal(reader.written.length, before, "nothing piles up");
  reader.reads = true;
  reader.emit("drain");
  const rest = methodsOf(reader.written.slice(before));
  assert.deepEqual(rest, [
    "notifications/tools/list_changed",
    ...[0, 1, 2].flatMap((n) => ["notifications/resources/updated", `orders:${n}`]),
  ]);
});

test("a client that does not read for half a minute is given up, and a silent one gets comments", () => {
  const reader = new Reader();
  const listener = listenerOf(reader);
  const now = performance.now();
  assert.ok(listener.isAlive(now + 30_000));
  assert.deepEqual(reader.written, [":\n\n"]);
  reader.reads = false;
  assert.ok(sees(listener, "b"));
  listener.tell();
  assert.ok(listener.isAlive(performance.now() + 29_000));
  assert.equal(listener.isAlive(performance.now() + 31_000), false);
});

test("a change back, before it was told, is still told: the client may have read the list in between", () => {
  const reader = new Reader();
  const listener = listenerOf(reader);
  assert.ok(sees(listener, "b"));
  assert.ok(sees(listener, "a"));
  listener.tell();
  assert.deepEqual(methodsOf(reader.written), ["notifications/tools/list_changed"]);
});

test("another kept content is told, and so is a resource that the caller may read again; one that it may not is not", () => {
  const reader = new Reader();
  const listener = listenerOf(reader);
  assert.equal(sees(listener, "a"), false);
  assert.ok(sees(listener, "a", ["two", "", "one"]));
  listener.tell();
  assert.equal(sees(listener, "a", ["two", "", null]), false);
  assert.equal(sees(listener, "a", [null, null, null]), false);
  listener.tell();
  const updated = "notifications/resources/updated";
  assert.deepEqual(methodsOf(reader.written), [updated, "a:1", updated, "a:3"]);
});
