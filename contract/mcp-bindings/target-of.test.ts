import assert from "node:assert/strict";
import { test } from "node:test";
import { isTarget, targetOf, targetParts, targetText } from "./target-of.ts";

test("a target says its kind and name again", () => {
  for (const kind of ["tool", "resource", "prompt"] as const) {
    assert.ok(isTarget(targetOf(kind, "look.up-1")));
    assert.deepEqual(targetParts(targetOf(kind, "look.up-1")), { kind, name: "look.up-1" });
  }
});

test("what is no target of a resource or a prompt stays whole", () => {
  for (const text of ["GET /orders/{id}", "resource:", "resource:a b", "prompt:a:b", "completion:a", "*"])
    assert.deepEqual(targetParts(text), { kind: "tool", name: text });
});

test("a person reads what a target is", () => {
  assert.deepEqual(["look_up", "resource:handbook", "prompt:review", "GET /a"].map(targetText), [
    "look_up",
    "the resource handbook",
    "the prompt review",
    "GET /a",
  ]);
});
