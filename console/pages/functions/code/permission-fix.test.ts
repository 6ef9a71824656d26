import assert from "node:assert/strict";
import { test } from "node:test";
import { isSettled, permissionFix } from "./permission-fix.ts";

const none = { secrets: [], hosts: [], collections: [], cache: false };
const problem = (message: string, code = "PERMISSION_UNDECLARED") =>
  ({ from: 0, to: 1, severity: "warning", message, code }) as const;

const cases = [
  ['Add "A_KEY" to the secrets in the Function\'s permissions.', { ...none, secrets: ["A_KEY"] }],
  ['Add "http://mock:80" to the hosts in the Function\'s permissions.', { ...none, hosts: ["http://mock:80"] }],
  ['Add "people" to the collections in …', { ...none, collections: [{ name: "people", access: "read-write" }] }],
  ['Add "shop" to the connections in the Function\'s permissions.', { ...none, connections: ["shop"] }],
  ["Set `cache` to true in the Function's permissions.", { ...none, cache: true }],
] as const;
for (const [message, permissions] of cases) {
  test(`declares what is lacking: ${message}`, () => {
    const fix = permissionFix(problem(message), none);
    assert.deepEqual(fix?.permissions, permissions);
    assert.ok(fix);
    assert.deepEqual([isSettled(problem(message), none), isSettled(problem(message), fix.permissions)], [false, true]);
  });
}

test("has nothing to offer for other problems", () => {
  assert.equal(permissionFix(problem("x", "TS2322"), none), null);
  assert.equal(isSettled(problem("x", "TS2322"), none), false);
});
