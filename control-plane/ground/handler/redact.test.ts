import assert from "node:assert/strict";
import test from "node:test";
import { redact } from "./redact.ts";

test("what stands under a secret-bearing name is redacted at any depth, numbers and flags are not", () => {
  const before = { password: "p", nested: [{ apiKey: { a: 1 } }], mustChangePassword: true, tokens: 3, name: "n" };
  assert.deepEqual(redact({ before }), {
    before: { ...before, password: "[redacted]", nested: [{ apiKey: "[redacted]" }] },
  });
});

test("names that the installation adds are redacted in any spelling, whatever they hold", () => {
  const changes = { taxNumber: 123, after: { "TAX-NUMBER": "x", name: "n", taxNumber: null } };
  assert.deepEqual(redact(changes, ["tax_number"]), {
    taxNumber: "[redacted]",
    after: { "TAX-NUMBER": "[redacted]", name: "n", taxNumber: null },
  });
});

test("the platform's own tokens are masked wherever they stand, and long texts shortened after that", () => {
  const token = `fer_key_${"a1B-".repeat(10)}`;
  const told = JSON.stringify(redact({ note: `use ${token}`, long: "x".repeat(3_990) + token }));
  assert.ok(!told.includes("a1B-"), told.slice(-100));
});
