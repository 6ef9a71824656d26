import assert from "node:assert/strict";
import { test } from "node:test";
import { permissionKindNames } from "@ferrule/contract/permissions/permission-kinds.ts";
import { permissionUses } from "@ferrule/contract/permissions/permission-uses.ts";
import { isSettled, permissionFix } from "./permission-fix.ts";

const none = { secrets: [], hosts: [], collections: [], cache: false };

for (const permission of permissionKindNames) {
  test(`declares what is lacking of ${permission}`, () => {
    const problem = { fix: { permission, name: permission === "cache" ? "cache" : "shop" } };
    const fix = permissionFix(problem, none);
    assert.ok(fix);
    assert.equal(fix.label, permission === "cache" ? "Allow the cache" : "Allow shop");
    assert.deepEqual(
      permissionUses(fix.permissions).map(({ kind, name }) => [kind, name]),
      [[permission, problem.fix.name]],
    );
    assert.deepEqual([isSettled(problem, none), isSettled(problem, fix.permissions)], [false, true]);
  });
}

test("has nothing to offer for other problems", () => {
  assert.equal(permissionFix({}, none), null);
  assert.equal(isSettled({}, none), false);
});
