import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentRows, visible } from "./argument-rows.ts";

test("Arguments are a list in words, in their order", () => {
  const rows = argumentRows({ orderId: "o-7", amount: 740, items: [{ unit_price: 1.5 }], gift: false, note: "" });
  assert.deepEqual(
    rows.map(({ label, value }) => [label, value]),
    [
      ["Order id", "o-7"],
      ["Amount", "740"],
      ["Items › 1 › Unit price", "1.5"],
      ["Gift", "no"],
      ["Note", "(empty)"],
    ],
  );
  assert.ok(rows.every(({ change }) => change === "same"));
});

test("What differs from the one before says so, and what is gone comes last", () => {
  const rows = argumentRows({ amount: 740, orderId: "o-7", rush: true }, { amount: 20, orderId: "o-7", coupon: "X" });
  assert.deepEqual(
    rows.map(({ label, value, before, change }) => [label, value, before, change]),
    [
      ["Amount", "740", "20", "changed"],
      ["Order id", "o-7", "o-7", "same"],
      ["Rush", "yes", null, "added"],
      ["Coupon", null, "X", "removed"],
    ],
  );
});

test("A number and a text that look alike differ, and so do names that hold separators", () => {
  assert.equal(argumentRows({ amount: "740" }, { amount: 740 })[0]?.change, "changed");
  assert.deepEqual(
    argumentRows({ "a.b": 1 }, { a: { b: 1 } }).map(({ change }) => change),
    ["added", "removed"],
  );
});

test("Characters that hide or turn a text are shown by their numbers", () => {
  assert.equal(visible("pay\u202Eeno"), "pay\\u{202e}eno");
  assert.equal(visible("a\u200Bb\u0007c\nd"), "a\\u{200b}b\\u{7}c\nd");
  const [row] = argumentRows({ "am\u202Eount": "1\u2066" });
  assert.equal(row?.label, "Am\\u{202e}ount");
  assert.equal(row?.value, "1\\u{2066}");
});

test("A value without names is one row", () => {
  assert.deepEqual(argumentRows("yes"), [{ path: [], label: "Value", value: "yes", before: null, change: "same" }]);
  assert.deepEqual(argumentRows({})[0]?.value, "(empty)");
});
