import assert from "node:assert/strict";
import { test } from "node:test";
import { verbOf } from "./verb-of.ts";

test("the first word says what to do, and the rest to what", () => {
  assert.deepEqual(verbOf("stop Shop front"), { verb: "stop", name: "Shop front" });
  assert.deepEqual(verbOf("Emergency  stop shop"), { verb: "stop", name: "shop" });
  assert.deepEqual(verbOf("disable look_up_order"), { verb: "disable", name: "look_up_order" });
  assert.deepEqual(verbOf("resume nightly"), { verb: "enable", name: "nightly" });
  assert.deepEqual(verbOf("pause"), { verb: "disable", name: "" });
});

test("a name that only begins like such a word is a name", () => {
  assert.equal(verbOf("stopwatch"), null);
  assert.equal(verbOf("look up stop"), null);
  assert.equal(verbOf(""), null);
});
