import assert from "node:assert/strict";
import { test } from "node:test";
import { approvalRule, type ApprovalRule } from "../resources/approval.ts";
import { weakenedApprovals } from "./weakened-approvals.ts";

const rule = (given: Partial<ApprovalRule>): ApprovalRule =>
  approvalRule.parse({ names: ["refund"], by: { roles: ["owner", "admin"] }, ...given });
const above = (minimum: number) => ({ properties: { amount: { minimum } } });

test("finds each way in which a policy's approvals become weaker", () => {
  const one = rule({ people: 2 });
  const weaker: Record<string, [ApprovalRule[], ApprovalRule[], string[]]> = {
    "a rule goes": [[one], [], ["refund"]],
    "a name goes": [[rule({ names: ["refund", "pay"] })], [rule({})], ["pay"]],
    "fewer people": [[one], [rule({})], ["refund"]],
    "another role": [[one], [rule({ people: 2, by: { ...one.by, roles: ["owner", "developer"] } })], ["refund"]],
    "another person": [[one], [rule({ people: 2, by: { ...one.by, people: ["a@b.example"] } })], ["refund"]],
    "another group": [[one], [rule({ people: 2, by: { ...one.by, groups: ["Staff"] } })], ["refund"]],
    "the caller too": [[one], [rule({ people: 2, by: { ...one.by, caller: true } })], ["refund"]],
    "the asker too": [[one], [rule({ people: 2, notAsker: false })], ["refund"]],
    "a condition": [[rule({})], [rule({ when: above(500) })], ["refund"]],
    "another condition": [[rule({ when: above(500) })], [rule({ when: above(900) })], ["refund"]],
    "a weaker rule in front": [
      [rule({ names: ["*"], people: 2 })],
      [rule({}), rule({ names: ["*"], people: 2 })],
      ["refund"],
    ],
    "another order": [[rule({ when: above(500), people: 2 }), one], [one, rule({})], []],
    "a weaker rule before its condition": [
      [rule({ when: above(500), people: 2 }), rule({})],
      [rule({}), rule({ when: above(500), people: 2 })],
      ["refund"],
    ],
  };
  for (const [title, [before, after, expected]] of Object.entries(weaker))
    assert.deepEqual(weakenedApprovals(before, after), expected, title);
});

test("finds nothing where approvals stay or become stricter", () => {
  const conditional = rule({ when: above(500), people: 2 });
  const stricter: [ApprovalRule[], ApprovalRule[]][] = [
    [[], [rule({})]],
    [[rule({})], [rule({ people: 2 })]],
    [[rule({})], [rule({ names: ["*"] })]],
    [[rule({ when: above(500) })], [rule({})]],
    [
      [conditional, rule({})],
      [conditional, rule({})],
    ],
    [
      [rule({ by: { roles: [], people: ["A@b.example"], groups: [], caller: false } })],
      [rule({ by: { roles: [], people: ["a@B.example"], groups: [], caller: false } })],
    ],
    [[rule({ notAsker: false })], [rule({})]],
  ];
  for (const [before, after] of stricter) assert.deepEqual(weakenedApprovals(before, after), []);
});
