import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOfChange } from "./kind-of-change.ts";

test("a binding is a tool, a resource or a prompt", () => {
  const named = (name: string) => kindOfChange({ kind: "mcp-binding", name });
  assert.equal(named("look_up"), "Tool");
  assert.equal(named("resource"), "Tool");
  assert.equal(named("resource:handbook"), "Resource");
  assert.equal(named("desk: prompt:greet"), "Prompt");
  assert.equal(kindOfChange({ kind: "http-binding", name: "GET /orders" }), "Route");
  assert.equal(kindOfChange({ kind: "auth-policy", name: "production" }), "Policy");
});
