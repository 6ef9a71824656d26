import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "@ferrule/contract/operation.ts";
import { operationNames, operations } from "@ferrule/contract/operations.ts";
import { auditActions } from "./audit-actions.ts";

test("can be narrowed to the action of every operation that is audited", () => {
  const named = operationNames.map((name) => (operations[name] as Operation).audit).filter((action) => action !== null);
  assert.deepEqual(auditActions, [...new Set(named)].toSorted());
});
