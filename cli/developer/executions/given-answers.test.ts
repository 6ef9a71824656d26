import assert from "node:assert/strict";
import { test } from "node:test";
import { givenAnswer, readAnswer } from "./given-answers.ts";

const schema = {
  type: "object",
  properties: {
    amount: { type: "number", maximum: 120, default: 120 },
    reason: { type: "string", enum: ["late", "broken"] },
    tell: { type: "boolean" },
  },
  required: ["amount", "reason"],
};
const question = { name: "refund", message: "Refund?", schema };
const answers = (...texts: string[]) => texts.map(readAnswer);

test("answers fill the fields of a form, and the form's own presets the others", () => {
  const used = new Set<string>();
  assert.deepEqual(givenAnswer(question, answers("reason=late", "tell=yes", "other=1"), used), {
    action: "accept",
    content: { amount: 120, reason: "late", tell: true },
  });
  assert.deepEqual([...used], ["reason", "tell"]);
});

test("an answer may name its question, and a value may have an equals sign", () => {
  assert.deepEqual(givenAnswer(question, answers("refund.reason=late", "pay.amount=1"), new Set()), {
    action: "accept",
    content: { amount: 120, reason: "late" },
  });
  assert.deepEqual(readAnswer("note=a=b"), { name: "note", value: "a=b" });
});

test("a question of which nothing is said stays open, as one with a page does", () => {
  assert.equal(givenAnswer(question, answers("other=1"), new Set()), null);
  assert.equal(
    givenAnswer({ name: "page", message: "Open it.", url: "https://a.example" }, answers("a=1"), new Set()),
    null,
  );
});

test("an answer that the form does not accept is refused, and says why", () => {
  for (const [texts, why] of [
    [["reason=never"], /reason/],
    [["reason=late", "amount=500"], /amount/],
    [["amount=much", "reason=late"], /amount/],
    [["tell=perhaps", "reason=late"], /tell/],
    [["amount=3"], /reason is required/],
  ] as const)
    assert.throws(() => givenAnswer(question, answers(...texts), new Set()), { code: "ANSWER_INVALID", message: why });
  for (const text of ["reason", "=late"]) assert.throws(() => readAnswer(text), { code: "ANSWER_INVALID" });
});
