import assert from "node:assert/strict";
import { test } from "node:test";
import { invocationOf } from "../../running/sandbox/conformance/harness.ts";
import { standIn } from "../../testing/stand-in.ts";
import { invokeUnder } from "./held-lease.ts";

test("a Function begins when its lease is settled, and is asked for again right before it does", async () => {
  let state = "waiting for a place";
  const settled = Promise.withResolvers<void>();
  const lease = { isSure: () => state === "sure", settle: () => settled.promise };
  const invocation = { ...invocationOf("export default () => 1;"), functionName: "one" };
  const invoke = standIn({ one: ({ mayBegin }) => mayBegin?.() });
  const called = invokeUnder(invoke, lease)(invocation);
  assert.equal(invoke.calls.length, 0);
  state = "sure";
  settled.resolve();
  const { outcome } = await called;
  assert.ok(outcome.kind === "returned" && outcome.outputJson === "true");
  state = "over";
  assert.equal(invoke.calls[0]?.mayBegin?.(), false);
});
