import assert from "node:assert/strict";
import { test } from "node:test";
import { isInReach } from "./is-in-reach.ts";

test("the axis includes a bound once the others come to half of it", () => {
  const bound = { one: { bound: true }, values: [100, 100] };
  const drawn = (most: number) => [{ one: {}, values: [null, most] }, { one: {}, values: [1, 2] }, bound];
  assert.equal(isInReach(bound, drawn(49)), false);
  assert.equal(isInReach(bound, drawn(50)), true);
  assert.equal(isInReach(bound, drawn(700)), true);
  assert.equal(isInReach(bound, [bound]), false, "a bound does not measure itself");
});
