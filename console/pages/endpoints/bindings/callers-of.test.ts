import assert from "node:assert/strict";
import { test } from "node:test";
import { callersOf } from "./callers-of.ts";

const call = (bindingId: string, name: string | null, startedAt: string) => ({
  bindingId,
  caller: { kind: name === null ? ("anonymous" as const) : ("api-key" as const), id: null, name },
  startedAt,
});

test("counts the calls of one binding by caller, the busiest first, with the newest call of each", () => {
  const calls = [call("a", "Cursor", "4"), call("b", "Other", "3"), call("a", "Claude", "2"), call("a", "Claude", "1")];
  assert.deepEqual(callersOf([...calls, call("a", null, "0")], "a"), [
    { name: "Claude", calls: 2, lastAt: "2" },
    { name: "Cursor", calls: 1, lastAt: "4" },
    { name: "callers without a key", calls: 1, lastAt: "0" },
  ]);
});
