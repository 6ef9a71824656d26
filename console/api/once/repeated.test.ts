import assert from "node:assert/strict";
import { test } from "node:test";
import { createRepeats, doubleClickMs, sentOnce } from "./repeated.ts";

test("one request at a time acts on a place, and others act on theirs", () => {
  const repeats = createRepeats(() => 0);
  assert.equal(repeats.admits("end_1", "end_1 a"), true);
  assert.equal(repeats.admits("end_1", "end_1 b"), false);
  assert.equal(repeats.admits("end_2", "end_2 a"), true);
  repeats.ended("end_1");
  assert.equal(repeats.admits("end_1", "end_1 b"), true);
});

test("a double click sends nothing a second time, even after the first answer; a later click does", () => {
  let now = 0;
  const repeats = createRepeats(() => now);
  assert.equal(repeats.admits("end_1", "end_1 a"), true);
  repeats.ended("end_1");
  now += doubleClickMs - 1;
  assert.equal(repeats.admits("end_1", "end_1 a"), false);
  now += 1;
  assert.equal(repeats.admits("end_1", "end_1 a"), true);
});

test("after a failure, the same request may be sent at once", () => {
  const repeats = createRepeats(() => 0);
  assert.equal(repeats.admits("end_1", "end_1 a"), true);
  repeats.failed("end_1", "end_1 a");
  assert.equal(repeats.admits("end_1", "end_1 a"), true);
});

test("equal writes that overlap are one request with one answer; after it, the next is sent", async () => {
  const sent: unknown[] = [];
  const answers: ((value: string) => void)[] = [];
  const call = sentOnce((input?: { signal?: unknown; body?: object }) => {
    sent.push(input);
    return new Promise((resolve) => answers.push(resolve));
  });
  const [first, second, other] = [
    call({ body: { name: "CI" } }),
    call({ body: { name: "CI" } }),
    call({ body: { name: "Ada" } }),
  ];
  assert.equal(sent.length, 2);
  answers[0]?.("one");
  answers[1]?.("two");
  assert.deepEqual(await Promise.all([first, second, other]), ["one", "one", "two"]);
  void call({ body: { name: "CI" } });
  assert.equal(sent.length, 3);
});

test("a request that its caller may cancel is not shared", () => {
  let sent = 0;
  const call = sentOnce((_input?: { signal?: unknown }) => {
    sent += 1;
    return new Promise<void>(() => {});
  });
  void call({ signal: new AbortController().signal });
  void call({ signal: new AbortController().signal });
  assert.equal(sent, 2);
});
