import assert from "node:assert/strict";
import { test } from "node:test";
import { questionsOfResult } from "./questions-of-result.ts";

const schema = { type: "object", properties: { city: { type: "string" } } };
const form = {
  method: "elicitation/create",
  params: { mode: "form", message: "Which city?", requestedSchema: schema },
};
const page = { method: "elicitation/create", params: { mode: "url", message: "Pay.", url: "https://shop.example" } };
const asking = (inputRequests: unknown) => ({ resultType: "input_required", inputRequests });

test("a result that asks has its forms and pages", () => {
  assert.deepEqual(questionsOfResult(asking({ question: form, pay: page })), [
    { name: "question", message: "Which city?", schema },
    { name: "pay", message: "Pay.", url: "https://shop.example" },
  ]);
});

test("other results, and requests that the console cannot show, have none", () => {
  const sampling = { method: "sampling/createMessage", params: {} };
  for (const answer of [
    undefined,
    {},
    { resultType: "complete", inputRequests: { question: form } },
    asking(null),
    asking({}),
    asking({ question: form, model: sampling }),
    asking({ question: { method: "elicitation/create", params: { message: "m" } } }),
    asking({ question: 7 }),
  ])
    assert.equal(questionsOfResult(answer), null, JSON.stringify(answer));
});
