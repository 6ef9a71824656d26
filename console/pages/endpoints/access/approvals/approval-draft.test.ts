import assert from "node:assert/strict";
import { test } from "node:test";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import { approvalProblem, draftOf, ruleOf, type ApprovalDraft } from "./approval-draft.ts";
import { approvalSentence } from "./approval-sentence.ts";
import { schemaOf } from "./comparison.ts";

const rule = (given: object): ApprovalDraft =>
  approvalRule.parse({ names: ["refund"], by: { roles: ["owner", "admin"] }, ...given });
const over = { type: "object", properties: { amount: { exclusiveMinimum: 500 } }, required: ["amount"] };
const problemOf = (given: object) => approvalProblem([rule({}), { ...rule({}), ...given }]);

test("a rule is told in plain words", () => {
  assert.equal(
    approvalSentence(rule({ when: over })),
    "Calls of refund with an amount over 500 wait until an owner or an admin approves. Whoever asked may not approve. Without a decision, a call is rejected after 1 day.",
  );
  const two = { by: { groups: ["Finance"], caller: true }, people: 2, notAsker: false, expiresSeconds: 5_400 };
  assert.equal(
    approvalSentence(rule({ names: ["*"], ...two })),
    "All calls wait until two of these approve: someone of the group Finance or the person for whom the call was made. Without a decision, a call is rejected after 90 minutes.",
  );
  const beginningOf = (given: object) => approvalSentence({ ...rule({}), ...given }).split(" wait")[0];
  const euros = schemaOf({ property: "currency", comparison: "is-not", value: "EUR" });
  assert.equal(beginningOf({ when: euros }), "Calls of refund whose currency is not “EUR”");
  assert.equal(beginningOf({ schemaText: "{}" }), "Calls of refund whose arguments match a schema");
  assert.equal(beginningOf({ names: [] }), "Calls of …");
  const small = schemaOf({ property: "total", comparison: "most", value: 0.0001 });
  assert.equal(beginningOf({ when: small }), "Calls of refund with a total of at most 0.0001");
});

test("a schema that is no comparison is edited as a text, and kept as it was", () => {
  const when = { type: "object", minProperties: 3 };
  const draft = draftOf(rule({ when }));
  assert.equal(draft.schemaText, JSON.stringify(when, null, 2));
  assert.deepEqual(ruleOf(draft), rule({ when }));
  assert.deepEqual(draftOf(rule({ when: over })), rule({ when: over }));
  assert.deepEqual(ruleOf({ ...draft, schemaText: '{"maxProperties":1}' }).when, { maxProperties: 1 });
});

test("rules that cannot be saved name their problem", () => {
  const only = (by: object) => ({ by: { roles: [], people: [], groups: [], caller: false, ...by } });
  const compared = (property: string, value: number) => ({ when: schemaOf({ property, comparison: "over", value }) });
  const problems: [given: object, problem: string | null][] = [
    [{}, null],
    [{ names: [] }, "choose the calls that wait"],
    [compared(" ", 1), "name the argument to compare"],
    [compared("amount", Number.NaN), "enter the number to compare with"],
    [{ schemaText: "{" }, "write the schema as JSON"],
    [{ schemaText: "{}" }, null],
    [only({}), "choose who may approve"],
    [only({ caller: true }), "let whoever asked approve, or choose somebody else as well"],
    [{ ...only({ caller: true }), notAsker: false }, null],
    [{ ...only({ people: ["a@b.example", "A@b.example"] }), people: 2 }, "name as many people as must approve"],
    [{ ...only({ people: ["a@b.example"], groups: ["Finance"] }), people: 2 }, null],
  ];
  for (const [given, problem] of problems)
    assert.equal(problemOf(given), problem && `Approval rule 2: ${problem}.`, JSON.stringify(given));
  assert.match(problemOf({ schemaText: "[]" }) ?? "", /^Approval rule 2: the schema /);
});
