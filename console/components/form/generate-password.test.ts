import assert from "node:assert/strict";
import { test } from "node:test";
import { generatePassword } from "./generate-password.ts";

test("makes up passwords of twenty plain letters and digits in five groups, each another one", () => {
  const made = new Set(Array.from({ length: 200 }, generatePassword));
  assert.equal(made.size, 200);
  for (const password of made) assert.match(password, /^(?:[a-km-zA-HJ-NP-Z2-9]{4}-){4}[a-km-zA-HJ-NP-Z2-9]{4}$/);
});
