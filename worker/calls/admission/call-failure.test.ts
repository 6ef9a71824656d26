import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { invocationOf, testSandbox } from "../../running/sandbox/conformance/harness.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { Outcome } from "../../running/sandbox/call/invocation.ts";
import type { Sandbox } from "../../running/sandbox/sandbox.ts";
import { failureOf } from "./call-failure.ts";

const inside = /internal|API_TOKEN|orders-eu/;

describe("what a caller is told of an error", () => {
  let sandbox: Sandbox;
  before(async () => {
    const refuse = (message: string) => () =>
      Promise.reject(new HostCallError("NOT_FOUND", message, { details: { message } }));
    sandbox = await testSandbox({
      hostCalls: {
        "secrets.get": refuse("There is no secret API_TOKEN in production."),
        "collections.get": refuse("There is no collection orders-eu."),
      },
    });
  });
  after(() => sandbox[Symbol.asyncDispose]());

  async function thrown(body: string): Promise<Extract<Outcome, { kind: "threw" | "terminated" }>> {
    const source = `import { FunctionError } from "ferrule"; export default async (input, ctx) => { ${body} };`;
    const { outcome } = await sandbox.invoke(invocationOf(source));
    if (outcome.kind !== "threw" && outcome.kind !== "terminated") throw new Error("It has returned.");
    return outcome;
  }

  for (const [name, body, code] of [
    ["fetch", `await fetch("http://db.internal.corp:5432/");`, "EGRESS_DENIED"],
    ["a secret", `await ctx.secrets.get("API_TOKEN");`, "NOT_FOUND"],
    ["a collection", `await ctx.collection("orders-eu").get("1");`, "NOT_FOUND"],
    [
      "fetch, caught and thrown again as it is",
      `try { await fetch("http://db.internal.corp:5432/"); } catch (error) { throw error; }`,
      "EGRESS_DENIED",
    ],
    [
      "fetch, its error changed on the way",
      `await fetch("http://db.internal.corp:5432/").catch((error) => { error.message += "!"; throw error; });`,
      "EGRESS_DENIED",
    ],
  ] as const) {
    test(`of ${name} that nobody has caught it is a general sentence; the record has the particular one`, async () => {
      const outcome = await thrown(body);
      assert.match(outcome.message, inside);
      const told = failureOf(outcome);
      assert.equal(told.code, code);
      assert.equal(told.isGeneric, true);
      assert.doesNotMatch(JSON.stringify(told), inside);
    });
  }

  test("that the author throws on purpose it is the author's own sentence", async () => {
    const outcome = await thrown(
      `try { await ctx.secrets.get("API_TOKEN"); } catch (error) { throw new FunctionError(error.code, "Ask Anna.", { status: 409, details: { who: "Anna" } }); }`,
    );
    assert.deepEqual(failureOf(outcome), {
      kind: "failed",
      code: "NOT_FOUND",
      status: 409,
      message: "Ask Anna.",
      ofFunction: true,
      details: { who: "Anna" },
    });
  });

  test("of a limit that the platform has set it is a general sentence, too", async () => {
    const outcome = await thrown(`for (;;) setTimeout(() => {}, 1e6);`);
    assert.equal(failureOf(outcome).message, "The Function exceeded a limit of the platform.");
  });
});
