import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileForTest } from "../compile-for-test.ts";

const typed = `import type { RunContext } from "ferrule";\nexport default async (input: { id: string }, ctx: RunContext) => {\n`;
const untyped = `// Plain JavaScript\nexport default async (input, ctx) => {\n`;
const permissions = {
  secrets: [],
  hosts: ["a.example"],
  collections: [],
  cache: true,
  connections: ["main"],
  runs: ["mail"],
};

/** Each diagnostic as code, severity, line and column. */
const told = (source: string, run: "durable" | "call" = "durable") =>
  compileForTest(source, { permissions, run: run === "call" ? undefined : run })
    .diagnostics.filter(({ code }) => code.startsWith("RUN_") || code.startsWith("STEP_") || code.startsWith("TS"))
    .map(({ code, severity, line, column }) => `${code} ${severity} ${line}:${column}`);

const unsafe = (line: number, column: number) => `RUN_UNSAFE_OUTSIDE_STEP warning ${line}:${column}`;

describe("a durable Function is warned", () => {
  for (const [title, statement, column = 7] of [
    ["of a request that changes something", `await fetch("https://a.example", { method: "POST" });`],
    ["of one with a Request", `await fetch(new Request("https://a.example", { method: "delete" }));`],
    ["of a write to the cache", `await ctx.cache.set("a", 1);`],
    ["of a deletion from the cache", `await ctx.cache.delete("a");`],
    ["of a new record", `await ctx.collection("a").insert({});`],
    ["of a statement that writes", "await ctx.sql`\\n-- first\\ninsert into a values (${1})`;"],
    ["of one behind a with", 'await ctx.sql("main")`with a as (select 1) delete from b`;'],
  ] as [string, string, number?][]) {
    test(`${title} outside of a step`, () => {
      assert.deepEqual(told(`${typed}${statement}\nreturn 1; };`), [unsafe(3, column)]);
      assert.deepEqual(told(`${typed}await ctx.step("a", async () => { ${statement} });\nreturn 1; };`), []);
      assert.deepEqual(told(`${untyped}${statement}\nreturn 1; };`), [unsafe(3, column)]);
      assert.deepEqual(
        told(
          `${typed}${statement}\nreturn 1; };`.replace("RunContext", "Context").replace("RunContext", "Context"),
          "call",
        ),
        [],
      );
    });
  }

  test("of a transaction outside of a step, unless it only reads", () => {
    const begin = (options: string) =>
      `await ctx.sql.begin(async (tx) => { await tx\`insert into a values (1)\`; }${options});`;
    assert.deepEqual(told(`${typed}${begin("")}\nreturn 1; };`), [unsafe(3, 7)]);
    assert.deepEqual(told(`${typed}${begin(", { readOnly: true }")}\nreturn 1; };`), []);
  });

  test("not of what only reads", () => {
    const source = `${typed}const one = ctx.collection("a");
await fetch("https://a.example"); await fetch("https://a.example", { method: "HEAD" });
await ctx.cache.get("a"); await one.get("1"); await one.query();
await ctx.sql\`select 1\`; await ctx.sql\`with a as (select 1) select * from a\`;
const own = new Map(); own.set("a", 1); own.delete("a");
return 1; };`;
    assert.deepEqual(told(source), []);
  });

  test("of a function that it uses outside of a step, and not of one that only steps use", () => {
    const helpers = `const charge = async () => { await send(); };
async function send() { await fetch("https://a.example", { method: "POST" }); }
`;
    const lines = helpers.split("\n").length - 1;
    const body = (statement: string) => `${helpers}${typed}${statement}\nreturn 1; };`;
    assert.deepEqual(told(body(`await ctx.step("a", charge);`)), []);
    assert.deepEqual(told(body(`await ctx.step("a", () => charge());`)), []);
    assert.deepEqual(told(body(`await ctx.step("a", charge); await charge();`)), [unsafe(lines, 31)]);
    assert.deepEqual(told(body("")), []);
  });

  test("of a step's name that differs in each attempt", () => {
    const source = `${typed}const when = Date.now();
const name = \`at-\${when}\`;
await ctx.step(\`a-\${Math.random()}\`, () => 1);
await ctx.step(name, () => 1);
await ctx.sleep("b" + crypto.randomUUID(), 5);
await ctx.waitFor(\`c-\${input.id}\`, { event: "e" }, { timeout: "5m" });
await ctx.approve(String(new Date()), { title: "t" });
return when; };`;
    assert.deepEqual(
      told(source),
      [
        [5, 16],
        [6, 16],
        [7, 17],
        [9, 19],
      ].map(([line, column]) => `STEP_NAME_CHANGES warning ${line}:${column}`),
    );
  });
});

test("a step in the callback of a step is refused where it stands", () => {
  const source = `${typed}await ctx.step("a", async () => {
  await ctx.sleep("b", "5m");
  const load = () => ctx.step("c", () => 1);
  return [await load(), await ctx.runs.wait("d", "run_1"), await ctx.runs.get("run_1")].length;
});
return 1; };`;
  assert.deepEqual(
    told(source),
    [
      [4, 9],
      [5, 22],
      [6, 31],
    ].map(([line, column]) => `STEP_IN_STEP error ${line}:${column}`),
  );
});

test("a Function that is not durable is told so, where it uses its run", () => {
  const source = `${untyped}await ctx.step("a", () => 1);\nawait ctx.runs.start("b", {});\nreturn 1; };`;
  assert.deepEqual(told(source, "call"), ["RUN_NOT_DURABLE warning 3:7"]);
  const context = typed.replaceAll("RunContext", "Context");
  const { diagnostics } = compileForTest(`${context}await ctx.step("a", () => 1);\nreturn 1; };`);
  const [first] = diagnostics;
  assert.equal(first?.code, "TS2339");
  assert.match(first?.message ?? "", /ctx: RunContext.*run: "durable"/);
});

test("a durable Function has its types, and a contract", () => {
  const source = `import { FunctionError, type RunContext, type RunHandler } from "ferrule";
interface Order { id: string; sum: number }
export default (async (input: { id: string }, ctx: RunContext) => {
  const order = await ctx.step("load", async ({ attempt, signal }): Promise<Order> => {
    if (attempt > 2) throw new FunctionError("GONE", "It is gone.", { retry: false });
    const answer = await fetch("https://a.example", { signal });
    return (await answer.json()) as Order;
  }, { retries: 5, noRetry: ["GONE"], timeoutMs: 5_000 });
  const nothing: null = await ctx.step("nothing", () => {});
  await ctx.sleep("wait", new Date(0));
  const paid = await ctx.waitFor<{ sum: number }>("paid", { event: "paid", match: { id: input.id } }, { timeout: "3d" });
  const { approved, decisions } = await ctx.approve("refund", { title: "Refund", details: { id: order.id }, by: { roles: ["owner"] } });
  const { id } = await ctx.runs.start("mail", { to: order.id }, { delay: "5m" });
  const mail = await ctx.runs.wait("mailed", id);
  return { sum: paid?.data.sum ?? order.sum, approved, by: decisions.length, mail: mail?.status ?? "none", nothing, left: ctx.run.deadline };
}) satisfies RunHandler<{ id: string }>;`;
  const { diagnostics, derived } = compileForTest(source, { permissions, run: "durable" });
  assert.deepEqual(diagnostics, []);
  assert.deepEqual((derived.inputSchema as { required: string[] }).required, ["id"]);
  assert.deepEqual(Object.keys((derived.outputSchema as { properties: object }).properties), [
    "sum",
    "approved",
    "by",
    "mail",
    "nothing",
    "left",
  ]);
});
