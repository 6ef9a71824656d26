import assert from "node:assert/strict";
import { test } from "node:test";
import { docsOf, helpLines } from "./docs-of.ts";

const address = "https://ferrule.example";

test("a code has the page of where it comes from, and a Function's or the compiler's own has none", () => {
  assert.equal(docsOf(address, "STEP_IN_STEP", "build"), `${address}/docs/diagnostics/STEP_IN_STEP`);
  assert.equal(docsOf(address, "STEP_IN_STEP", "call"), `${address}/docs/errors/STEP_IN_STEP`);
  assert.equal(docsOf(address, "EGRESS_DENIED", "call"), `${address}/docs/errors/EGRESS_DENIED`);
  assert.equal(docsOf(address, "SCHEMA_ROOT", "call"), undefined);
  for (const code of ["TS2322", "ORDER_NOT_FOUND", "", "toString", "../errors/NOT_FOUND"])
    for (const origin of ["build", "call"] as const) assert.equal(docsOf(address, code, origin), undefined, code);
});

test("each page is named once, and at most three are", () => {
  const codes = ["TS1", "SCHEMA_ROOT", "SCHEMA_ROOT", "NOT_FOUND", "SECRET_MISSING", "TIMEOUT"];
  assert.deepEqual(helpLines(address, codes, "build"), [
    `Help: ${address}/docs/diagnostics/SCHEMA_ROOT`,
    `Help: ${address}/docs/errors/NOT_FOUND`,
    `Help: ${address}/docs/diagnostics/SECRET_MISSING`,
  ]);
});
