import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { bundled, makeUser, systemNode, type TestUser } from "@ferrule/cli/developer/testing/make-user.ts";
import type { Client } from "@ferrule/contract/client.ts";
import { createFunction, openProject } from "../deploy.ts";
import { shareTestPlatform, type TestPlatform } from "../platform.ts";

const source = `import type { McpContext } from "ferrule";
export default async function refund(input: { orderId: string; twice?: boolean }, ctx: McpContext) {
  const order = await ctx.step("load", async () => { ctx.log.info("loaded"); return { id: input.orderId, pin: "s3cret-" + input.orderId }; });
  const schema = { type: "object", properties: { amount: { type: "number", maximum: 120, default: 120 }, reason: { type: "string", enum: ["late", "broken"] } }, required: ["amount", "reason"] } as const;
  const answer = await ctx.mcp.elicit({ name: "refund", message: "Refund " + order.id + "?", schema });
  if (answer.action !== "accept") return answer;
  if (input.twice) {
    const page = await ctx.mcp.elicit({ name: "page", message: "Sign in.", url: "https://shop.example/sign-in" });
    return page.action + " " + answer.content.amount;
  }
  return "Refunded " + answer.content.amount + " (" + answer.content.reason + ")";
}`;

describe("a Function that asks, tested", () => {
  let platform: TestPlatform;
  let client: Client;
  let functionId: string;
  let ann: TestUser;
  let environment: Record<string, string>;
  const cleanUps: (() => void)[] = [];
  const input = { orderId: "A-1" };
  type Body = Parameters<Client["testFunction"]>[0]["body"];
  type Outcomes = NonNullable<Body["answers"]>["outcomes"];

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    const project = await openProject(client);
    functionId = await createFunction(client, "refund", source);
    ann = makeUser({ after: (fn) => cleanUps.push(fn as () => void) }, { node: systemNode(), program: bundled });
    const { value } = await client.createToken({ body: { name: "test", role: "developer", projectId: project.id } });
    environment = { FERRULE_URL: platform.url, FERRULE_TOKEN: value };
  });
  after(async () => {
    for (const clean of cleanUps) clean();
    await platform?.stop();
  });

  const run = (body: Partial<Body>, of = functionId) =>
    client.testFunction({ params: { functionId: of }, body: { input, ...body } });
  const ask = async (body: Partial<Body> = {}) =>
    (await run({ asks: true, ...body })).asked ?? assert.fail("not asked");
  const answer = async (outcomes: Outcomes, body: Partial<Body> = {}) =>
    run({ ...body, answers: { state: (await ask(body)).state, outcomes } });
  const accept = (content: Record<string, unknown>) => ({ refund: { action: "accept" as const, content } });

  test("ends with its questions, and goes on with the answers without doing its steps again", async () => {
    const { state, questions } = await ask();
    assert.deepEqual(questions, [
      {
        name: "refund",
        message: "Refund A-1?",
        schema: {
          type: "object",
          properties: {
            amount: { type: "number", maximum: 120, default: 120 },
            reason: { type: "string", enum: ["late", "broken"] },
          },
          required: ["amount", "reason"],
        },
      },
    ]);
    assert.ok(!Buffer.from(state, "base64url").toString("latin1").includes("s3cret"), "results of steps are sealed");
    const ended = await run({ answers: { state, outcomes: accept({ amount: 5, reason: "late", more: 1 }) } });
    assert.deepEqual(
      [ended.status, ended.output, ended.logs, ended.asked],
      ["succeeded", "Refunded 5 (late)", [], undefined],
    );
    const { questions: notes } = await client.getExecution({ params: { executionId: ended.executionId } });
    assert.deepEqual(
      notes?.map(({ name, outcome, content }) => [name, outcome, content]),
      [["refund", "accept", { amount: 5, reason: "late" }]],
    );
  });

  test("learns each outcome, one question after another", async () => {
    assert.deepEqual((await answer({ refund: { action: "decline" } })).output, { action: "decline" });
    assert.deepEqual((await answer({ refund: { action: "cancel" } })).output, { action: "cancel" });
    const malformed = await answer(accept({ amount: 500, reason: "late" }));
    assert.equal((malformed.output as { action: string }).action, "malformed");
    const twice = { input: { ...input, twice: true } };
    const second = await answer(accept({ amount: 7, reason: "late" }), twice);
    assert.deepEqual(second.asked?.questions, [
      { name: "page", message: "Sign in.", url: "https://shop.example/sign-in" },
    ]);
    const outcomes = { page: { action: "accept" as const } };
    assert.equal((await run({ ...twice, answers: { state: second.asked?.state ?? "", outcomes } })).output, "accept 7");
  });

  test("takes no answers of another input, source, Function or hand", async () => {
    const { state } = await ask();
    const outcomes = accept({ amount: 5, reason: "late" });
    const other = await createFunction(client, "refund-too", source);
    for (const [what, given, of] of [
      ["another input", { input: { orderId: "A-2" }, answers: { state, outcomes } }, functionId],
      ["another tenant", { tenantId: "acme", answers: { state, outcomes } }, functionId],
      ["another source", { source: `${source} // b`, answers: { state, outcomes } }, functionId],
      ["another Function", { answers: { state, outcomes } }, other],
      ["a forged state", { answers: { state: `${state.slice(0, -2)}AA`, outcomes } }, functionId],
    ] as const) {
      const { status, error, asked } = await run(given, of);
      assert.deepEqual([status, error?.code, asked], ["rejected", "VALIDATION_ERROR", undefined], what);
    }
    await assert.rejects(run({ answers: { state, outcomes: { refund: { action: "perhaps" } } } } as never), {
      code: "VALIDATION_ERROR",
    });
    // Answers to questions that nobody asked change nothing.
    const again = await run({ answers: { state, outcomes: { nobody: { action: "accept" } } } });
    assert.equal(again.asked?.questions.length, 1);
  });

  test("is told that nobody can answer where nobody can", async () => {
    const { status, error } = await run({});
    assert.deepEqual([status, error?.code], ["failed", "ELICITATION_UNSUPPORTED"]);
  });

  const call = (...args: string[]) =>
    ann.run(["call", "refund", "--input", JSON.stringify(input), ...args], { env: environment });

  test("is answered by ferrule call, and refused with --decline", async () => {
    const answered = await call("--answer", "reason=late", "--answer", "amount=3", "--answer", "size=9");
    assert.equal(answered.code, 0, answered.stderr);
    assert.equal(answered.stdout.trim(), '"Refunded 3 (late)"');
    assert.match(answered.stderr, /No question has a field size\./);
    const declined = await call("--decline", "--json");
    assert.deepEqual((JSON.parse(declined.stdout) as { output: unknown }).output, { action: "decline" });
  });

  test("says without a terminal what it asks, and what to do", async () => {
    const open = await call();
    assert.equal(open.code, 2);
    assert.match(open.stderr, /The Function asks: Refund A-1\?/);
    assert.match(open.stderr, /--answer NAME=value \(amount, reason\), or refuse it with --decline/);
    const wrong = await call("--answer", "reason=never");
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /does not accept this: reason/);
  });
});
