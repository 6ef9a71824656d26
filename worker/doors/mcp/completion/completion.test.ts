import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { modernRevision, supportedRevisions } from "../../../deployed/endpoints/bindings/revisions.ts";
import { endpointState, keyState } from "../../../testing/deployed.ts";
import { offered, offeredBehaviours, offeredFunctions } from "../../../testing/offered.ts";
import { bodyOf, refused, resultAt, sendAt } from "../../../testing/rpc.ts";
import { outcome } from "../../../testing/stand-in.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";

const countries = ["Austria", "Australia", "Belarus", "Cyprus", "Russia"];
const { endpoint } = offered(
  [
    {
      name: "city",
      uri: "geo://{country}/{city}",
      arguments: [{ name: "country", required: true, values: countries }],
    },
    { name: "order", uri: "orders://{id}" },
  ],
  [{ name: "review" }],
);
const returns: Record<string, unknown> = {
  many: Array.from({ length: 150 }, (_, at) => `city ${at}`),
  none: [],
  wrong: [1],
  text: "Vienna",
  long: ["x".repeat(1_001)],
};
const functions = [
  ...offeredFunctions,
  { name: "city", code: "city", completes: true as const, tool: { enabled: false } },
];
const late = outcome({ kind: "terminated", reason: "timeout", message: "late" });
const behaviours = {
  ...offeredBehaviours,
  city: ({ entry }: { entry?: string }, input: { value: string }) =>
    entry !== "complete" ? "read" : input.value === "never" ? late : (returns[input.value] ?? [JSON.stringify(input)]),
};
const city = { type: "ref/resource", uri: "geo://{country}/{city}" };
const review = { type: "ref/prompt", name: "review" };
const argument = (name: unknown, value: unknown) => ({ name, value });

describe("completion", () => {
  const worker = duringTests(() => startTestWorker({ functions, behaviours, endpoint }));
  const complete = (revision: string, params: Record<string, unknown>) =>
    sendAt(worker, revision, "completion/complete", params);
  const completed = async (revision: string, params: Record<string, unknown>) =>
    (await resultAt(worker, revision, "completion/complete", params))["completion"] as Record<string, unknown>;

  for (const revision of supportedRevisions) {
    test(`completion.values: from the binding and from the schema's enum at ${revision}, the nearest first`, async () => {
      assert.deepEqual(await completed(revision, { ref: city, argument: argument("country", "us") }), {
        values: ["Austria", "Australia", "Belarus", "Cyprus", "Russia"].filter((one) => /us/i.test(one)),
        total: 5,
        hasMore: false,
      });
      const { values } = await completed(revision, { ref: review, argument: argument("language", "P") });
      assert.deepEqual(values, ["python", "perl", "typescript", "happy"]);
      assert.deepEqual((await completed(revision, { ref: review, argument: argument("strict", "") }))["values"], [
        "true",
        "false",
      ]);
      assert.deepEqual((await completed(revision, { ref: review, argument: argument("code", "x") }))["values"], []);
    });
    test(`completion.function: the Function's own export at ${revision}, at most 100 values and whether there are more`, async () => {
      const context = { arguments: { country: "Austria" } };
      const { values } = await completed(revision, { ref: city, argument: argument("city", "Vi"), context });
      assert.deepEqual(values, ['{"argument":"city","value":"Vi","arguments":{"country":"Austria"}}']);
      const many = await completed(revision, { ref: city, argument: argument("city", "many") });
      assert.deepEqual([(many["values"] as string[]).length, many["total"], many["hasMore"]], [100, 150, true]);
    });
    test(`completion.errors: -32602 for what is not there at ${revision}`, async () => {
      const wrong: Record<string, unknown>[] = [
        {},
        { ref: 5, argument: argument("code", "") },
        { ref: { type: "ref/tool", name: "review" }, argument: argument("code", "") },
        { ref: { type: "ref/prompt", name: "nobody" }, argument: argument("code", "") },
        { ref: { type: "ref/resource", uri: "geo://x/y" }, argument: argument("city", "") },
        { ref: review, argument: argument("other", "") },
        { ref: review, argument: argument("code", 5) },
        { ref: review, argument: argument("code", "x".repeat(2_001)) },
        { ref: review },
        { ref: city, argument: argument("city", "x"), context: { arguments: { country: 5 } } },
        { ref: city, argument: argument("city", "x"), context: { arguments: [] } },
      ];
      for (const params of wrong) await refused(await complete(revision, params), 200, -32602);
    });
    test(`completion.capability: ${revision}`, async () => {
      const asked = revision === modernRevision ? "server/discover" : "initialize";
      const { capabilities } = await resultAt(worker, revision, asked, { protocolVersion: revision });
      assert.equal("completions" in (capabilities as object), revision !== "2024-11-05");
    });
  }

  test("a completion that never returns ends after two seconds", async () => {
    const { error } = await refused(
      await complete(modernRevision, { ref: city, argument: argument("city", "never") }),
      200,
      -32603,
    );
    assert.equal(error?.data["code"], "FUNCTION_TIMEOUT");
    assert.equal(worker.calls.at(-1)?.timeoutMs, 2_000);
  });

  test("what is no list of texts is the Function's failure; its record has the arguments as the Function's input", async () => {
    for (const value of ["wrong", "text", "long"]) {
      const { error } = await refused(
        await complete(modernRevision, { ref: city, argument: argument("city", value) }),
        200,
        -32603,
      );
      assert.equal(error?.data["code"], "OUTPUT_INVALID");
      const { input, mcpKind } = worker.records.at(-1)!;
      assert.deepEqual([input, mcpKind], [{ city: value }, "completion"]);
    }
  });

  test("completion.rate: completing counts against the endpoint's limit, with kept values too", async () => {
    await using limited = await startTestWorker({ functions, behaviours, endpoint });
    limited.feed.say(endpointState("mcp", { limits: { requestsPerMinute: 5, maxBodyBytes: 1_048_576 } }));
    const asked = { ref: city, argument: argument("country", "a") };
    await until("the limit is live", async () => {
      const { status } = await sendAt(limited, "2025-11-25", "completion/complete", asked);
      return status === 429;
    });
    const refusal = await sendAt(limited, modernRevision, "completion/complete", asked);
    assert.equal(refusal.status, 429);
    assert.ok(Number(refusal.headers.get("retry-after")) > 0);
  });

  test("a key completes only what its scopes name, and nothing is declared if that completes nothing", async () => {
    await using scoped = await startTestWorker({ functions, behaviours, endpoint });
    const declared = async () =>
      (await bodyOf(await sendAt(scoped, "2025-11-25", "initialize", { protocolVersion: "2025-11-25" }))).result?.[
        "capabilities"
      ];
    scoped.feed.say(keyState("mcp", { scopes: ["resource:order"] }));
    await until("the scopes are live", async () => JSON.stringify(await declared()) === '{"resources":{}}');
    const asked = { ref: city, argument: argument("country", "a") };
    await refused(await sendAt(scoped, "2025-11-25", "completion/complete", asked), 200, -32601);
    scoped.feed.say(keyState("mcp", { scopes: ["prompt:review"] }));
    await until("the other scopes are live", async () => JSON.stringify(await declared()).includes("completions"));
    await refused(await sendAt(scoped, "2025-11-25", "completion/complete", asked), 200, -32602);
  });
});
