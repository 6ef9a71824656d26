import assert from "node:assert/strict";
import { test } from "node:test";
import { otherShape } from "./same-shape.ts";
import { steadyText } from "./steady-text.ts";

test("an answer has another shape than an example if a field, a type or the items of a list differ", () => {
  const example = { id: "fn_1", runs: [{ at: "2026-03-02", count: 1 }], next: null };
  assert.equal(otherShape(example, { id: "fn_2", runs: [{ at: "", count: 7 }], next: "cursor" }), undefined);
  assert.equal(otherShape(example, { id: "fn_2", runs: [], next: null }), undefined);
  assert.equal(otherShape(example, { id: 2, runs: [], next: null }), ".id");
  assert.equal(otherShape(example, { id: "fn_2", runs: [] }), ".next");
  assert.equal(otherShape(example, { ...example, more: 1 }), ".more");
  assert.equal(otherShape(example, { ...example, runs: [{ at: "" }] }), ".runs[].count");
  assert.equal(otherShape(example, { ...example, runs: {} }), ".runs");
});

test("what differs from run to run is told alike, and what is the same stays the same", () => {
  const begun = Date.parse("2030-01-01T10:00:00.000Z");
  const change = steadyText(begun, ["function", "tool"]);
  const [one, other] = [`fn_${"0".repeat(24)}`, `fn_${"1".repeat(24)}`];
  assert.equal(change(`${one} ${other} ${one}`), [change(one), change(other), change(one)].join(" "));
  assert.notEqual(change(one), change(other));
  assert.equal(steadyText(begun, [])(other), change(one), "the first of a kind is the same everywhere");
  assert.equal(change("function-17 function-9 function-17"), "invoice-total invoice-total-2 invoice-total");
  assert.equal(change("tool_4"), "invoice_total");
  assert.equal(
    change("2030-01-01T10:20:00.000Z to 2030-01-02T10:00:00Z"),
    "2026-03-02T09:00:00.000Z to 2026-03-03T09:00:00.000Z",
  );
  assert.equal(change("http://127.0.0.1:4711/mcp"), "https://ferrule.acme.dev/mcp");
  const token = `fer_pat_${"aB3".repeat(14)}`;
  assert.equal(change(token).length, token.length);
  assert.ok(!change(token).includes("aB3"));
  assert.equal(
    change("Revision 3 of an ordinary text, with sha-256."),
    "Revision 3 of an ordinary text, with sha-256.",
  );
});
