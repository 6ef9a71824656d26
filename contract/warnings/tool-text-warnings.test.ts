import assert from "node:assert/strict";
import { test } from "node:test";
import { longTextWarnings, toolNameWarnings } from "./tool-text-warnings.ts";

test("names that every client takes have no warning", () => {
  for (const name of ["look_up", "_a", "A-1", "a".repeat(45)]) assert.deepEqual(toolNameWarnings(name), []);
});
for (const [name, expected] of [
  ["a.b", /has a dot/],
  ["a".repeat(46), /more than 45 characters; this one has 46/],
  ["2fa", /^Gemini/],
  ["-a", /^Gemini/],
] as const) {
  test(`the name ${name} has one`, () => {
    const warnings = toolNameWarnings(name);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", expected);
  });
}
test("a description that Claude Code cuts off has one, and one that it shows as a whole has none", () => {
  assert.deepEqual(longTextWarnings("description", "a".repeat(2_048)), []);
  assert.match(
    longTextWarnings("description", "a".repeat(2_049)).join(),
    /^Claude Code cuts off a description after 2,048/,
  );
});
