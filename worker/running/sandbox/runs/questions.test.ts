import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { answered, type CallStep, type QuestionOutcome } from "@ferrule/contract/mcp/questions/question.ts";
import type { Asked, Invocation } from "../call/invocation.ts";
import { invocationOf, testSandbox } from "../conformance/harness.ts";

type Mcp = NonNullable<Invocation["mcp"]>;

const everything = { form: true, url: true, lists: true };
const form = (name: string) => `{ type: "object", properties: { ${name}: { type: "string" } } }`;
const body = (source: string) =>
  `import { FunctionError } from "ferrule";\nlet runs = 0;\nexport default async (input, ctx) => {\n  runs += 1;\n${source}\n};`;

describe("a call that asks its caller", () => {
  let sandbox: Awaited<ReturnType<typeof testSandbox>>;
  before(async () => {
    sandbox = await testSandbox();
  });
  after(() => sandbox[Symbol.asyncDispose]());

  const run = async (source: string, mcp: Partial<Mcp> = {}, over: Partial<Invocation> = {}) =>
    sandbox.invoke(
      invocationOf(body(source), {
        mcp: { clientInfo: null, capabilities: {}, progress: false, asks: everything, ...mcp },
        ...over,
      }),
    );
  const asked = async (source: string, steps: readonly CallStep[] = []): Promise<Asked> => {
    const { outcome } = await run(source, { steps });
    assert.equal(outcome.kind, "asked", JSON.stringify(outcome));
    return outcome;
  };
  const output = async (source: string, steps: readonly CallStep[] = []): Promise<unknown> => {
    const { outcome } = await run(source, { steps });
    assert.equal(outcome.kind, "returned", JSON.stringify(outcome));
    return JSON.parse((outcome as { outputJson: string }).outputJson);
  };
  const refused = async (source: string, mcp: Partial<Mcp> = {}) => {
    const { outcome } = await run(source, mcp);
    assert.equal(outcome.kind, "threw", JSON.stringify(outcome));
    const { code, message } = outcome as { code: string; message: string };
    return { code, message };
  };
  const answer = (questions: Asked["questions"], outcomes: Record<string, QuestionOutcome>): CallStep[] =>
    questions.flatMap(({ key, asked: text }) =>
      outcomes[key] === undefined ? [] : [answered(key, text, outcomes[key])],
    );

  test("ends with its question, and returns at once when it has the answer", async () => {
    const source = `return await ctx.mcp.elicit({ message: "Which city?", schema: ${form("city")} });`;
    const { questions, steps } = await asked(source);
    assert.deepEqual(steps, []);
    assert.deepEqual(
      questions.map(({ key, question }) => ({ key, ...question })),
      [
        {
          key: "question",
          message: "Which city?",
          schema: { type: "object", properties: { city: { type: "string" } } },
          timeoutMs: 600_000,
        },
      ],
    );
    for (const outcome of [
      { action: "accept", content: { city: "Bern" } },
      { action: "decline" },
      { action: "cancel" },
      { action: "timeout" },
      { action: "malformed", issues: [{ path: "city", message: "is required" }] },
    ] as const satisfies QuestionOutcome[]) {
      assert.deepEqual(await output(source, answer(questions, { question: outcome })), outcome);
    }
  });

  test("keeps the results of its steps, and does none of them again", async () => {
    const source = `
      const first = await ctx.step("price", () => ({ price: 12, run: runs }));
      const failed = await ctx.step("broken", () => { throw new FunctionError("GONE", "It is gone."); }).catch((error) => error.code);
      const { action } = await ctx.mcp.elicit({ message: "Pay " + first.price + "?", schema: ${form("why")} });
      const second = await ctx.step("pay", () => "paid");
      return { first, failed, action, second };`;
    const { questions, steps } = await asked(source);
    assert.deepEqual(
      steps.map(({ key, state }) => [key, state]),
      [
        ["price", "done"],
        ["broken", "failed"],
      ],
    );
    const priced = steps.map((step) => (step.key === "price" ? { ...step, value: '{"price":12,"run":"kept"}' } : step));
    const told = await output(source, [...priced, ...answer(questions, { question: { action: "decline" } })]);
    assert.deepEqual(told, { first: { price: 12, run: "kept" }, failed: "GONE", action: "decline", second: "paid" });
  });

  test("asks several questions at once and in turn, and each has its name", async () => {
    const source = `
      const ask = (message, name) => ctx.mcp.elicit({ message, name, schema: ${form("a")} });
      const both = await Promise.all([ask("1", "size"), ask("2", "size"), ask("3")]);
      const last = await ask("4");
      return [...both, last].map(({ action }) => action);`;
    const first = await asked(source);
    assert.deepEqual(
      first.questions.map(({ key }) => key),
      ["size", "size#2", "question"],
    );
    const some = answer(first.questions, { size: { action: "decline" }, question: { action: "cancel" } });
    const second = await asked(source, some);
    assert.deepEqual(
      second.questions.map(({ key }) => key),
      ["size#2"],
    );
    const three = [...some, ...answer(second.questions, { "size#2": { action: "timeout" } })];
    const third = await asked(source, three);
    assert.deepEqual(
      third.questions.map(({ key }) => key),
      ["question#2"],
    );
    const all = [...three, ...answer(third.questions, { "question#2": { action: "decline" } })];
    assert.deepEqual(await output(source, all), ["decline", "timeout", "cancel", "decline"]);
  });

  test("waits for what runs beside a question before it ends", async () => {
    const source = `
      const [, { action }] = await Promise.all([
        ctx.step("slow", () => new Promise((resolve) => setTimeout(resolve, 60, 1))),
        ctx.mcp.elicit({ message: "Yes?", schema: ${form("a")} }),
      ]);
      return action;`;
    const { steps } = await asked(source);
    assert.deepEqual(
      steps.map(({ key, value }) => [key, value]),
      [["slow", "1"]],
    );
  });

  test("is not answered by the answer to another question", async () => {
    const source = (what: string) =>
      `return await ctx.mcp.elicit({ message: "Delete ${what}?", schema: ${form("a")} });`;
    const { questions } = await asked(source("A"));
    const steps = answer(questions, { question: { action: "accept", content: {} } });
    const { code } = await refused(source("B"), { steps });
    assert.equal(code, "STEP_CHANGED");
  });

  test("is refused in words that a model understands if the client cannot ask", async () => {
    const asForm = `return await ctx.mcp.elicit({ message: "Which city?", schema: ${form("city")} });`;
    const told = await refused(asForm, { asks: { form: false, url: true, lists: true } });
    assert.equal(told.code, "ELICITATION_UNSUPPORTED");
    assert.match(told.message, /this client cannot show.*Which city\?/);
    const asPage = `return await ctx.mcp.elicit({ message: "Sign in.", url: "https://shop.example/sign-in" });`;
    const page = await refused(asPage, { asks: { form: true, url: false, lists: true } });
    assert.equal(page.code, "ELICITATION_UNSUPPORTED");
    assert.match(page.message, /open a page.*https:\/\/shop\.example\/sign-in.*Sign in\./);
    const list = `return await ctx.mcp.elicit({ message: "Which?", schema: { type: "object", properties: { a: { type: "array", items: { enum: ["x"] } } } } });`;
    assert.equal((await refused(list, { asks: { ...everything, lists: false } })).code, "ELICITATION_UNSUPPORTED");
    const { outcome } = await sandbox.invoke(
      invocationOf(body(asForm), { mcp: { clientInfo: null, capabilities: {}, progress: false } }),
    );
    assert.equal(outcome.kind === "threw" && outcome.code, "ELICITATION_UNSUPPORTED");
  });

  for (const [title, question, message] of [
    ["neither schema nor url", `{ message: "a" }`, /either a schema or a url/],
    ["both", `{ message: "a", url: "https://a.example", schema: ${form("a")} }`, /either a schema or a url/],
    ["no message", `{ schema: ${form("a")} }`, /message/],
    ["control characters", `{ message: "a\\u0000", schema: ${form("a")} }`, /control characters/],
    ["text that runs backwards", `{ message: "\\u202Ea", schema: ${form("a")} }`, /control characters/],
    ["a long wait", `{ message: "a", timeout: "11m", schema: ${form("a")} }`, /10 minutes/],
    ["a nested form", `{ message: "a", schema: { type: "object", properties: { a: { type: "object" } } } }`, /flat/],
    ["a password", `{ message: "a", schema: ${form("password")} }`, /looks like a secret/],
    ["a card", `{ message: "a", schema: ${form("card_number")} }`, /looks like a secret/],
    ["another scheme", `{ message: "a", url: "javascript:alert(1)" }`, /https/],
    ["plain http", `{ message: "a", url: "http://shop.example" }`, /https/],
    ["credentials in the url", `{ message: "a", url: "https://shop.example@evil.example" }`, /https/],
    ["a large question", `{ message: "a", schema: { type: "object", title: "x".repeat(20_000) } }`, /16384/],
  ] as const) {
    test(`with ${title} is an error of its author`, async () => {
      const told = await refused(`return await ctx.mcp.elicit(${question});`);
      assert.equal(told.code, "VALIDATION_ERROR");
      assert.match(told.message, message);
    });
  }

  test("keeps only what may travel through its client", async () => {
    const large = `await ctx.step("large", () => "x".repeat(200_000)); return 1;`;
    assert.equal((await refused(large)).code, "RUN_HISTORY_FULL");
    const many = `return await Promise.all(Array.from({ length: 21 }, () => ctx.mcp.elicit({ message: "a", schema: ${form("a")} })));`;
    assert.equal((await refused(many)).code, "LIMIT_EXCEEDED");
  });

  test("cannot ask from the callback of a step", async () => {
    const source = `return await ctx.step("a", () => ctx.mcp.elicit({ message: "a", schema: ${form("a")} }));`;
    assert.equal((await refused(source)).code, "STEP_IN_STEP");
  });
});
