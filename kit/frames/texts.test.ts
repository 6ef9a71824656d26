import assert from "node:assert/strict";
import { test } from "node:test";
import { headersOf } from "./headers-of.ts";
import { sameNumbers, textsOf } from "./testing/frame.ts";
import { bytesOfTexts, readTexts } from "./texts.ts";

test("texts come back as they were, whatever characters they have", () => {
  const lists = [[], [""], ["POST", "/mcp/d/p/e?x=%20"], ["a\r\nb: c", "\0", "é\xff"], ["x".repeat(65_535)]];
  for (const list of lists) {
    const bytes = Buffer.concat([Buffer.from("before"), textsOf(list), Buffer.from("after")]);
    const { texts, next } = readTexts(bytes, 6, bytes.length);
    assert.deepEqual(texts, list);
    assert.equal(bytes.subarray(next).toString(), "after");
  }
});

test("a list that is not whole, or is longer than there may be, is no list", () => {
  const whole = textsOf(["content-type", "application/json", "x-request-id", "req_1"]);
  for (let end = 0; end < whole.length; end += 1) assert.throws(() => readTexts(whole, 0, end), RangeError);
  assert.throws(() => readTexts(Buffer.from([0xff, 0xff, 1, 0, 65]), 0, 5), RangeError);
  assert.throws(() => bytesOfTexts(["x".repeat(65_536)]), RangeError);
  assert.throws(() => bytesOfTexts(Array.from({ length: 5_001 }, () => "")), RangeError);
  assert.throws(() => bytesOfTexts(Array.from({ length: 10 }, () => "x".repeat(60_000))), RangeError);
});

test("bytes at random are a list within their bounds, or none", () => {
  const next = sameNumbers(7);
  for (let n = 0; n < 5_000; n += 1) {
    const bytes = Buffer.from(Array.from({ length: Math.floor(next() * 40) }, () => Math.floor(next() * next() * 256)));
    try {
      assert.ok(readTexts(bytes, 0, bytes.length).next <= bytes.length);
    } catch (error) {
      assert.ok(error instanceof RangeError);
    }
  }
});

test("a header that is there twice has both values, and no name reaches the prototype", () => {
  const headers = headersOf(["a", "1", "set-cookie", "x", "a", "2", "set-cookie", "y", "__proto__", "z", "odd"], 0);
  assert.deepEqual(Object.entries(headers), [
    ["a", "1, 2"],
    ["set-cookie", ["x", "y"]],
    ["__proto__", "z"],
  ]);
});
