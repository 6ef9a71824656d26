import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileForTest } from "../compile-for-test.ts";

const start = `import type { McpContext } from "ferrule";\nexport default async (input: { id: string }, ctx: McpContext) => {\n`;
const plain = `// Plain JavaScript\nexport default async (input, ctx) => {\n`;

/** Each diagnostic about questions as code, severity, line and column. */
const told = (source: string) =>
  compileForTest(source)
    .diagnostics.filter(({ code }) => code.startsWith("QUESTION_"))
    .map(({ code, severity, line, column }) => `${code} ${severity} ${line}:${column}`);

const ask = (schema: string) => `return (await ctx.mcp.elicit({ message: "m", schema: ${schema} })).action; };`;
const form = (fields: string) => `{ type: "object", properties: { ${fields} } }`;

describe("the form of a question", () => {
  for (const [title, fields, code] of [
    ["with an object in it", `at: { type: "object", properties: {} }`, "QUESTION_NESTED"],
    ["with a list of texts", `at: { type: "array", items: { type: "string" } }`, "QUESTION_NESTED"],
    ["with a password", `password: { type: "string" }`, "QUESTION_SECRET"],
    ["with a token by its title", `a: { type: "string", title: "API token" }`, "QUESTION_SECRET"],
    ["with the number of a card", `cardNumber: { type: "string" }`, "QUESTION_SECRET"],
    ["with a PIN", `pin: { type: "integer" }`, "QUESTION_SECRET"],
    ["with a pattern", `a: { type: "string", pattern: "a" }`, "QUESTION_SCHEMA"],
    ["with a default that is no choice", `a: { type: "string", enum: ["x"], default: "y" }`, "QUESTION_SCHEMA"],
  ] as const) {
    test(`${title} is refused where it stands`, () => {
      for (const source of [start, plain]) {
        const [first = "", ...others] = told(`${source}${ask(form(fields))}`);
        assert.match(first, new RegExp(`^${code} error 3:\\d+$`));
        assert.deepEqual(others, []);
      }
    });
  }

  test("is found in a constant, and what is not known is left to the worker", () => {
    const constant = `const schema = ${form(`passphrase: { type: "string" }`)} as const;\n`;
    assert.deepEqual(told(`${constant}${start}${ask("schema")}`), ["QUESTION_SECRET error 1:48"]);
    assert.deepEqual(told(`${plain}${ask(form("[input.id]: { type: input.id }"))}`), []);
  });

  test("has a typed answer, and every kind of field", () => {
    const fields = `city: { type: "string", title: "City", maxLength: 40 }, mail: { type: "string", format: "email" },
      size: { type: "string", enum: ["s", "m"], default: "m" }, color: { type: "string", oneOf: [{ const: "r", title: "Red" }] },
      count: { type: "integer", minimum: 1, maximum: 9 }, gift: { type: "boolean", default: false },
      extras: { type: "array", items: { anyOf: [{ const: "a", title: "A" }, { const: "b", title: "B" }] }, maxItems: 2 },
      pinned: { type: "boolean" }`;
    const source = `${start}
const answer = await ctx.mcp.elicit({ message: "m", schema: { type: "object", properties: { ${fields} }, required: ["city", "size"] } });
if (answer.action === "malformed") return answer.issues.length;
if (answer.action !== "accept") return answer.action;
const { city, size, count, extras, gift, color } = answer.content;
const sure: [string, "s" | "m", number | undefined, ("a" | "b")[] | undefined, boolean | undefined, "r" | undefined] = [city, size, count, extras, gift, color];
const page = await ctx.mcp.elicit({ message: "m", url: "https://shop.example/pay", name: "pay", timeout: "5m" });
const kept: number = await ctx.step("count", () => 1);
return [sure.length, page.action, kept].join(); };`;
    assert.deepEqual(compileForTest(source).diagnostics, []);
    const wrong = compileForTest(source.replace(`"s" | "m", number`, `"s", number`)).diagnostics;
    assert.equal(wrong[0]?.code, "TS2322");
  });

  test("tells the deployment that the Function asks", () => {
    assert.equal(compileForTest(`${start}${ask(form(`a: { type: "string" }`))}`).derived.asks, true);
    assert.equal(compileForTest(`${start}return 1; };`).derived.asks, undefined);
  });
});

describe("what a Function does above a question", () => {
  const question = `const { action } = await ctx.mcp.elicit({ message: "m", url: "https://shop.example/pay" });`;
  const effect = `await fetch("https://a.example", { method: "POST" });`;
  const told = (body: string, before = "", head = start) =>
    compileForTest(`${before}${head}${body}\nreturn 1; };`, {
      permissions: { secrets: [], hosts: ["a.example"], collections: [], cache: true },
    })
      .diagnostics.filter(({ code }) => code === "QUESTION_UNSAFE_OUTSIDE_STEP")
      .map(({ severity, line, column }) => `${severity} ${line}:${column}`);

  test("is done again, and a warning says so", () => {
    for (const head of [start, plain]) assert.deepEqual(told(`${effect}\n${question}`, "", head), ["warning 3:7"]);
    assert.deepEqual(told(`await ctx.cache.set("a", 1);\n${question}`), ["warning 3:7"]);
    assert.deepEqual(told(`${question}\n${effect}\n${question.replace("{ action }", "again")}`), ["warning 4:7"]);
  });

  test("may stand in a step, or below the last question, or only read", () => {
    assert.deepEqual(told(`await ctx.step("a", async () => { ${effect} });\n${question}`), []);
    assert.deepEqual(told(`${question}\n${effect}`), []);
    assert.deepEqual(told(`await fetch("https://a.example");\n${question}`), []);
    assert.deepEqual(told(effect), []);
  });

  test("may stand in a named function, and so may the question", () => {
    const helper = `async function send() { ${effect} }\n`;
    assert.deepEqual(told(`await send();\n${question}`, helper), ["warning 1:31"]);
    assert.deepEqual(told(`${question}\nawait send();`, helper), []);
    const asks = `async function ask(ctx: import("ferrule").McpContext) { ${question} return action; }\n`;
    assert.deepEqual(told(`${effect}\nawait ask(ctx);`, asks), ["warning 4:7"]);
    assert.deepEqual(told(`await ask(ctx);\n${effect}`, asks), []);
  });
});
