import assert from "node:assert/strict";
import { test } from "node:test";
import { daysBetween } from "./days-between.ts";

test("names each day once, over the end of a month and the change of clocks", () => {
  assert.deepEqual(daysBetween("2026-02-27", "2026-03-01"), [
    "2026-02-27T00:00:00.000Z",
    "2026-02-28T00:00:00.000Z",
    "2026-03-01T00:00:00.000Z",
  ]);
  assert.equal(daysBetween("2026-01-01", "2026-12-31").length, 365);
  assert.deepEqual(daysBetween("2026-03-02", "2026-03-01"), []);
});
