import assert from "node:assert/strict";
import { test } from "node:test";
import { splitChanges } from "./split-changes.ts";

test("sets before against after with members in one order, and keeps the rest", () => {
  const changes = { environment: "development", before: { b: 1, a: 1 }, after: { a: 1, b: 2 } };
  assert.deepEqual(splitChanges(changes), {
    diff: { before: '{\n  "a": 1,\n  "b": 1\n}', after: '{\n  "a": 1,\n  "b": 2\n}' },
    more: { environment: "development" },
  });
});

test("what was created has no before, what was deleted no after", () => {
  assert.equal(splitChanges({ before: null, after: { a: 1 } }).diff?.before, "");
  assert.equal(splitChanges({ before: { a: 1 }, after: null }).diff?.after, "");
});

test("no comparison where nothing differs or nothing was recorded", () => {
  assert.deepEqual(splitChanges({ before: {}, after: {}, password: "set" }), { diff: null, more: { password: "set" } });
  assert.deepEqual(splitChanges({}), { diff: null, more: {} });
});
