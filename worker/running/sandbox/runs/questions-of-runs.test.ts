import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Invocation } from "../call/invocation.ts";
import { valueOf } from "../conformance/harness.ts";
import { errorOf, runSandbox, waitsOf } from "./run-harness.ts";

const everything = { form: true, url: true, lists: true };
const client = (asks?: NonNullable<Invocation["mcp"]>["asks"]) => ({
  mcp: { clientInfo: null, capabilities: {}, progress: false, ...(asks === undefined ? {} : { asks }) },
});
const schema = `{ type: "object", properties: { city: { type: "string" } } }`;
const asking = (question: string) => `export default async (i, ctx) => {
  const label = await ctx.step("label", () => "A");
  return [label, await ctx.mcp.elicit(${question})];
};`;

describe("a durable run that asks the person behind its client", () => {
  let here: Awaited<ReturnType<typeof runSandbox>>;
  before(async () => {
    here = await runSandbox();
  });
  beforeEach(() => here.steps.clear());
  after(() => here[Symbol.asyncDispose]());

  const city = asking(`{ message: "Which city?", schema: ${schema}, timeout: "3d" }`);
  const whole = {
    message: "Which city?",
    timeoutMs: 3 * 86_400_000,
    schema: { type: "object", properties: { city: { type: "string" } } },
  };

  test("waits with its question, longer than a call could, and goes on with the outcome", async () => {
    const [wait] = waitsOf(await here.attempt(city, {}, client(everything)));
    assert.ok(wait?.kind === "question");
    assert.deepEqual(
      [wait.key, wait.position, wait.message, wait.timeoutMs],
      ["question", 1, "Which city?", 259_200_000],
    );
    assert.deepEqual(JSON.parse(wait.asked), whole);
    const stored = { key: "question", kind: "question", attempts: 1 } as const;
    here.store("run_test", { ...stored, state: "waiting", value: null });
    assert.deepEqual(waitsOf(await here.attempt(city, {}, client(everything))), [wait]);
    const outcome = { action: "accept", content: { city: "Bern" } };
    const value = (told: object) => JSON.stringify({ asked: wait.asked, ...told });
    here.store("run_test", { ...stored, state: "done", value: value({ outcome }) });
    assert.deepEqual(valueOf(await here.attempt(city, {}, client(everything))), ["A", outcome]);
    here.store("run_test", { ...stored, state: "done", value: value({}) });
    assert.deepEqual(valueOf(await here.attempt(city, {}, client(everything))), ["A", { action: "timeout" }]);
    const other = city.replace("Which", "What");
    assert.equal(errorOf(await here.attempt(other, {}, client(everything))).code, "STEP_CHANGED");
  });

  test("refuses in words for the model when nobody can be asked", async () => {
    for (const asks of [undefined, { form: false, url: true, lists: true }]) {
      const { code, message } = errorOf(await here.attempt(city, {}, client(asks)));
      assert.equal(code, "ELICITATION_UNSUPPORTED");
      assert.match(message, /does not take tasks and show their questions .* The question was: Which city\?/);
    }
    const page = asking(`{ message: "Pay.", url: "https://shop.example/pay" }`);
    const { message } = errorOf(await here.attempt(page, {}, client()));
    assert.match(message, /must open a page before this tool can go on: https:\/\/shop\.example\/pay/);
    const none = `export default (i, ctx) => String(ctx.mcp);`;
    assert.equal(valueOf(await here.attempt(none)), "undefined");
  });

  test("asks for nothing secret, and at no page that is none", async () => {
    const wrong = {
      [`{ message: "m", schema: ${schema.replace("city", "password")} }`]: /looks like a secret/,
      [`{ message: "m", url: "javascript:alert(1)" }`]: /must be the address of a page/,
      [`{ message: "m", schema: ${schema}, timeout: "31d" }`]: /1 second to 30 days/,
    };
    for (const [question, expected] of Object.entries(wrong)) {
      const { code, message } = errorOf(await here.attempt(asking(question), {}, client(everything)));
      assert.equal(code, "VALIDATION_ERROR", question);
      assert.match(message, expected);
    }
  });

  test("has at most 20 open questions, and other waits beside them", async () => {
    const many = (count: number) => `export default (i, ctx) => Promise.all([ctx.sleep("s", "30m"),
      ...Array.from({ length: ${count} }, () => ctx.mcp.elicit({ message: "m", schema: ${schema} }))]);`;
    assert.equal(waitsOf(await here.attempt(many(20), {}, client(everything))).length, 21);
    assert.equal(errorOf(await here.attempt(many(21), { id: "run_more" }, client(everything))).code, "LIMIT_EXCEEDED");
  });

  test("a plain Function whose call was approved has the steps of a call, and asks nobody", async () => {
    const plain = `export default async (i, ctx) => [await ctx.step("a", () => 1), await ctx.mcp.elicit({ message: 'm', url: 'https://a.example' }).catch((e) => e.code)];`;
    assert.deepEqual(valueOf(await here.attempt(plain, { durable: false }, client())), [1, "ELICITATION_UNSUPPORTED"]);
  });
});
