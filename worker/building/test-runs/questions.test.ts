import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openTestRunner, type TestRunner } from "./testing/test-runner.ts";

let runner: TestRunner;
before(async () => {
  runner = await openTestRunner();
});
after(() => runner[Symbol.asyncDispose]());

/** Runs a body in `test(…)` beside a tool with this body, and fails with what failed in it. */
async function passes(body: string, tests: string) {
  const source = `import type { McpContext } from "ferrule";
export default async function run(input: { [name: string]: any }, ctx: McpContext): Promise<any> { ${body} }`;
  const text = `import { call, expect, test } from "ferrule/test";\ntest("one", async () => {\n${tests}\n});`;
  const { functions } = await runner.run([{ source, tests: text, permissions: { cache: true }, timeoutMs: 2_000 }]);
  const [file] = functions;
  assert.deepEqual(
    file?.diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  assert.equal(file?.error, null);
  assert.deepEqual(
    file?.tests.map(({ error }) => error && `${error.message}\n${error.actual ?? ""}\n${error.stack}`),
    [null],
  );
}

const ask = `const { action } = await ctx.mcp.elicit({ message: "Pay " + input.sum + "?", name: "pay", schema: { type: "object", properties: { why: { type: "string" } } } });`;

describe("a test of a tool that asks", () => {
  test("gives the answers, and the Function runs again from its top", async () => {
    await passes(
      `await ctx.cache.set("runs", ((await ctx.cache.get("runs") as number) ?? 0) + 1);
       const first = await ctx.step("first", () => Math.floor(Date.now() / 1e6));
       const [a, b] = await Promise.all([1, 2].map((n) => ctx.mcp.elicit({ message: "Size " + n, name: "size",
         schema: { type: "object", properties: { size: { type: "integer" } }, required: ["size"] } })));
       ${ask}
       return { first, sizes: [a, b].map((one) => one?.action === "accept" ? one.content.size : one?.action), action, source: ctx.source };`,
      `const answers = { size: (question: { name: string }) => question.name === "size" ? { action: "accept" as const, content: { size: 4 } } : "timeout" as const, pay: "decline" as const };
       const result = await call({ sum: 3 }, { stand: { now: "2026-01-01T00:00:00Z", answers } });
       expect(result.error).toBeNull();
       expect(result.output).toEqual({ first: 1767225, sizes: [4, "timeout"], action: "decline", source: "mcp" });
       expect(result.hostCalls.filter(({ name }) => name === "cache.set").map(({ argument }) => argument.value)).toEqual([1, 2, 3]);
       expect(result.questions?.map(({ name, message, action }) => [name, message, action])).toEqual(
         [["size", "Size 1", "accept"], ["size#2", "Size 2", "timeout"], ["pay", "Pay 3?", "decline"]]);`,
    );
  });

  test("says which answer it lacks, and can be a client that shows no questions", async () => {
    await passes(
      `${ask} return action;`,
      `const lacking = await call({ sum: 1 }, { stand: { answers: {} } });
       expect(lacking.error?.code).toBe("NO_STAND_IN");
       expect(lacking.error?.message).toMatch(/answers: { "pay"/);
       const unable = await call({ sum: 1 }, { mcp: {} });
       expect(unable.error?.code).toBe("ELICITATION_UNSUPPORTED");
       expect(unable.error?.message).toMatch(/Pay 1\\?/);
       const able = await call({ sum: 1 }, { mcp: { capabilities: { elicitation: {} } }, stand: { answers: { pay: { action: "malformed", issues: [] } } } });
       expect(able.output).toBe("malformed");`,
    );
  });

  test("finds an effect that is repeated, and a question that changes", async () => {
    await passes(
      `let tries = ((await ctx.cache.get("n") as number) ?? 0) + 1;
       await ctx.cache.set("n", tries);
       return await ctx.mcp.elicit({ message: "Try " + tries, schema: { type: "object", properties: { a: { type: "boolean" } } } });`,
      `const { error, after } = await call({}, { stand: { answers: { question: "cancel" } } });
       expect(error?.code).toBe("STEP_CHANGED");
       expect(after.cache).toEqual({ n: 2 });`,
    );
  });
});
