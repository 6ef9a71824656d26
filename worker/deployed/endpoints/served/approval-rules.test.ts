import assert from "node:assert/strict";
import { test } from "node:test";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import { compileApprovals } from "./approval-rules.ts";

const rule = (names: string[], when: object | null = null, title = "owner") =>
  approvalRule.parse({ names, when, by: { roles: [title] } });
const above = {
  type: "object",
  properties: { amount: { type: "number", exclusiveMinimum: 500 } },
  required: ["amount"],
};

test("without rules, no call needs approval", () => {
  for (const rules of [compileApprovals(undefined), compileApprovals([])]) {
    assert.deepEqual([rules.concern("refund"), rules.ruleFor("refund", {})], [false, null]);
  }
});

test("a rule is about its names, or about everything", () => {
  const rules = compileApprovals([rule(["refund", "POST /refunds"])]);
  for (const [name, isNamed] of [
    ["refund", true],
    ["POST /refunds", true],
    ["Refund", false],
    ["GET /refunds", false],
    ["refunds", false],
  ] as const) {
    assert.deepEqual([rules.concern(name), rules.ruleFor(name, {}) !== null], [isNamed, isNamed], name);
  }
  const all = compileApprovals([rule(["*"])]);
  assert.deepEqual([all.concern("anything"), all.ruleFor("anything", null) !== null], [true, true]);
});

test("only arguments that match the schema need approval, and the first rule that matches counts", () => {
  const [large, all] = [rule(["refund"], above), rule(["*"], null, "admin")];
  const one = compileApprovals([large]);
  assert.equal(one.ruleFor("refund", { amount: 501 }), large);
  for (const input of [{ amount: 500 }, { amount: "501" }, {}, null]) assert.equal(one.ruleFor("refund", input), null);
  assert.equal(one.concern("refund"), true);
  const two = compileApprovals([large, all]);
  assert.equal(two.ruleFor("refund", { amount: 501 }), large);
  assert.equal(two.ruleFor("refund", { amount: 5 }), all);
});

test("a call does not escape its approval by a schema that cannot be used, or by an input that is hard to check", () => {
  const broken = compileApprovals([rule(["refund"], { $ref: "https://schemas.example/x.json" })]);
  assert.notEqual(broken.ruleFor("refund", {}), null);
  const any = { anyOf: Array.from({ length: 100 }, (_, at) => ({ contains: { const: `x${at}` } })) };
  // Larger than a policy may have it.
  const when = { allOf: Array.from({ length: 30 }, () => any) };
  const hard = compileApprovals([{ ...rule(["refund"]), when }]);
  assert.notEqual(
    hard.ruleFor(
      "refund",
      Array.from({ length: 200_000 }, (_, at) => `y${at}`),
    ),
    null,
  );
});
