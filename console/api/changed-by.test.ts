import { operationNames, operations, type OperationName } from "@ferrule/contract/operations.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { changedBy, readsOf } from "./changed-by.ts";

test("each kind of thing that is written has an operation that writes it", () => {
  const nouns = new Set(operationNames.filter((name) => changedBy(name).length > 0).map(nounOf));
  assert.deepEqual(
    Object.keys(readsOf).filter((noun) => !nouns.has(noun)),
    [],
  );
});

test("no operation that only reads has others read again, and none has itself", () => {
  for (const name of operationNames.filter((one) => changedBy(one).length > 0)) {
    assert.notEqual(operations[name].method, "GET", name);
    assert.ok(!changedBy(name).includes(name), name);
  }
  assert.deepEqual(changedBy("queryRecords"), []);
});

test("what was deleted is not read again", () => {
  assert.deepEqual(changedBy("deleteRecord"), ["queryRecords", "listRecordTenants"]);
  assert.deepEqual(changedBy("replaceRecord"), ["queryRecords", "getRecord", "listRecordTenants"]);
});

const nounOf = (name: OperationName) => name.replace(/^[a-z]+/, "");
