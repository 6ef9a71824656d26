import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import { groupTests } from "./group-tests.ts";

const paths = ["worker/running/sandbox/a.test.ts", "worker/running/sandbox/b.test.ts", "acceptance/rules.test.ts"];
const orderOf = (tookMs?: Map<string, number>) => {
  using groups = groupTests("/repository", paths, tookMs);
  return [...groups.groups.keys()].map((module) => basename(module, ".test.mjs"));
};

test("begins with what is thought to take longest", () => {
  assert.equal(orderOf()[0], "acceptance-rules-test-ts");
});

test("begins with what took longest, once that is known", () => {
  const tookMs = new Map([
    ["worker/running/sandbox/a.test.ts", 1_000],
    ["worker/running/sandbox/b.test.ts", 9_000],
    ["acceptance/rules.test.ts", 5_000],
  ]);
  assert.deepEqual(orderOf(tookMs), [
    "worker-running-sandbox-b-test-ts",
    "acceptance-rules-test-ts",
    "worker-running-sandbox-a-test-ts",
  ]);
});
