import assert from "node:assert/strict";
import { test } from "node:test";
import { TokenBucket } from "./token-bucket.ts";

test("a minute's calls may come at once, and then evenly", () => {
  const bucket = new TokenBucket(60, 0);
  for (let call = 0; call < 60; call += 1) assert.equal(bucket.take(1, 0), 0);
  assert.equal(bucket.take(1, 0), 1_000);
  assert.equal(bucket.take(1, 999), 1);
  assert.equal(bucket.take(1, 1_000), 0);
  assert.equal(bucket.take(2, 2_000), 1_000);
});

test("what is not used does not add up beyond a minute, and a refusal takes nothing", () => {
  const bucket = new TokenBucket(10, 0);
  assert.equal(bucket.take(10, 3_600_000), 0);
  assert.ok(bucket.take(1, 3_600_000) > 0);
  assert.equal(bucket.take(1, 3_606_000), 0);
});

test("a lower limit holds at once, a higher one gives nothing away", () => {
  const bucket = new TokenBucket(100, 0);
  bucket.setLimit(2, 0);
  assert.equal(bucket.take(2, 0), 0);
  assert.ok(bucket.take(1, 0) > 0);
  bucket.setLimit(1_000, 0);
  assert.ok(bucket.take(1, 0) > 0);
  assert.equal(bucket.take(1, 60), 0);
});
