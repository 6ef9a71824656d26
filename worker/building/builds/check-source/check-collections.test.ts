import assert from "node:assert/strict";
import { test } from "node:test";
import { projectTypes } from "@ferrule/contract/project-types.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { compileForTest } from "../compile-for-test.ts";

const typed = [{ name: "orders", type: '{ "total": number; "note"?: string; }' }];
const collections = { names: ["orders", "customers"], types: projectTypes({ collections: typed }) };
const permissions = {
  ...noPermissions,
  collections: ["orders", "ordrs", "else"].map((name) => ({ name, access: "read-write" as const })),
};
const compile = (body: string) =>
  compileForTest(
    `import type { Context } from "ferrule";\nexport default async (input: {}, ctx: Context) => {\n${body}\n};`,
    {
      collections,
      permissions,
    },
  );

test("the data of a record is typed by the schema of its collection", () => {
  const { derived, diagnostics } = compile(
    `const found = await ctx.collection("orders").get("1"); return { total: found?.data.total ?? 0 };`,
  );
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(derived.outputSchema, {
    type: "object",
    properties: { total: { type: "number" } },
    required: ["total"],
  });
});

test("what does not fit the schema is a warning where it is written, and builds all the same", () => {
  const { derived, diagnostics } = compile(
    `await ctx.collection("orders").insert({ total: "3" });\nreturn { fine: true };`,
  );
  assert.deepEqual(
    diagnostics.map(({ code, severity, line }) => [code, severity, line]),
    [["TS2322", "warning", 3]],
  );
  assert.match(diagnostics[0]?.message ?? "", /collection/);
  assert.notEqual(derived.outputSchema, null);
});

test("an error that has nothing to do with collections stays one", () => {
  const { diagnostics } = compile(`await ctx.collection("orders").insert({ total: "3" }); return missing;`);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code),
    ["TS2304"],
  );
});

test("an unknown name is a warning with the name that was meant", () => {
  const { diagnostics } = compile(`ctx.collection("ordrs"); ctx.collection("else"); return 1;`);
  assert.deepEqual(
    diagnostics.map(({ code, severity }) => [code, severity]),
    [
      ["COLLECTION_UNKNOWN", "warning"],
      ["COLLECTION_UNKNOWN", "warning"],
    ],
  );
  assert.match(diagnostics[0]?.message ?? "", /"ordrs".* Did you mean "orders"\?/);
  assert.match(diagnostics[1]?.message ?? "", /"else".* Create it/);
});
