import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { isEarly, modernRevision, supportedRevisions } from "../../../deployed/endpoints/bindings/revisions.ts";
import { keyState } from "../../../testing/deployed.ts";
import { offered, offeredBehaviours, offeredFunctions, type TestPrompt } from "../../../testing/offered.ts";
import { bodyOf, modern, refused, resultAt, sendAt } from "../../../testing/rpc.ts";
import { outcome } from "../../../testing/stand-in.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";

const icons = [{ src: "https://example.com/icon.png" }];
const prompts: TestPrompt[] = [
  {
    name: "greet",
    title: "Greet somebody",
    description: "Writes a greeting.",
    icons,
    arguments: [
      { name: "who", title: "Who", description: "Whom to greet.", required: true },
      { name: "tone", required: false },
    ],
    messages: [
      { role: "user", text: "Greet {{who}} in a {{ tone }} tone. {{who}}!" },
      { role: "assistant", text: "Dear {{who}}," },
    ],
  },
  { name: "review", description: "Reviews code." },
  { name: "durable" },
];
const options = { functions: offeredFunctions, behaviours: offeredBehaviours, ...offered([], prompts) };
const withoutMeta = ({ _meta, ...result }: Record<string, unknown>) => result;
const text = (role: string, said: string) => ({ role, content: { type: "text", text: said } });

describe("prompts", () => {
  const worker = duringTests(() => startTestWorker(options));
  const get = (revision: string, name: unknown, given?: unknown) =>
    sendAt(worker, revision, "prompts/get", { name, ...(given === undefined ? {} : { arguments: given }) });

  for (const revision of supportedRevisions) {
    const isModern = revision === modernRevision;
    const titled = !isEarly(revision);
    const title = (given: string) => (titled ? { title: given } : {});

    test(`prompts.list: what ${revision} has of a prompt; arguments of a Function come from its schema`, async () => {
      const { prompts: listed, ...others } = withoutMeta(await resultAt(worker, revision, "prompts/list"));
      assert.deepEqual(others, isModern ? { resultType: "complete", ttlMs: 5_000, cacheScope: "private" } : {});
      assert.deepEqual(listed, [
        { name: "durable" },
        {
          name: "greet",
          ...title("Greet somebody"),
          ...(titled && revision !== "2025-06-18" ? { icons } : {}),
          description: "Writes a greeting.",
          arguments: [
            { name: "who", ...title("Who"), description: "Whom to greet.", required: true },
            { name: "tone", required: false },
          ],
        },
        {
          name: "review",
          description: "Reviews code.",
          arguments: [
            { name: "code", ...title("Code"), description: "The code to review.", required: true },
            { name: "language", required: false },
            { name: "strict", required: false },
          ],
        },
      ]);
    });
    test(`prompts.get: a kept template at ${revision}, whose values are not templates again`, async () => {
      const given = { who: "{{tone}} $& 你" };
      const result = await resultAt(worker, revision, "prompts/get", { name: "greet", arguments: given });
      assert.deepEqual(withoutMeta(result), {
        ...(isModern ? { resultType: "complete" } : {}),
        description: "Writes a greeting.",
        messages: [
          text("user", "Greet {{tone}} $& 你 in a  tone. {{tone}} $& 你!"),
          text("assistant", "Dear {{tone}} $& 你,"),
        ],
      });
    });
    test(`prompts.get: a Function's messages at ${revision}; texts become what its schema wants`, async () => {
      const given = { code: "print(1)", language: "python", strict: "true" };
      const result = await resultAt(worker, revision, "prompts/get", { name: "review", arguments: given });
      assert.deepEqual(withoutMeta(result), {
        ...(isModern ? { resultType: "complete" } : {}),
        description: "A review",
        messages: [text("user", "Review this python: print(1)"), text("assistant", "Gladly.")],
      });
      assert.deepEqual(JSON.parse(worker.calls.at(-1)!.inputJson), { ...given, strict: true });
    });
    test(`prompts.unknown, prompts.arguments: -32602 at ${revision}`, async () => {
      await refused(await get(revision, "nobody"), 200, -32602);
      await refused(await get(revision, 5), 200, -32602);
      const wrong = [{}, { who: 5 }, { who: "x", other: "y" }, [], "x", { who: null }];
      for (const given of wrong) {
        const { error } = await refused(await get(revision, "greet", given), 200, -32602);
        assert.match(error?.message ?? "", /The arguments do not match the prompt/);
      }
      const { error } = await refused(await get(revision, "review", { code: "x", language: "cobol" }), 200, -32602);
      assert.match(error?.message ?? "", /language: must be one of/);
    });
    test(`prompts.capability: ${revision} declares prompts`, async () => {
      const asked = isModern ? "server/discover" : "initialize";
      const { capabilities } = await resultAt(worker, revision, asked, { protocolVersion: revision });
      const completes = revision === "2024-11-05" ? {} : { completions: {} };
      assert.deepEqual(capabilities, { prompts: isModern ? { listChanged: true } : {}, ...completes });
    });
  }

  test("prompts.name: Mcp-Name mirrors the name at 2026-07-28", async () => {
    const [message, headers] = modern("prompts/get", { name: "greet", arguments: { who: "x" } });
    await refused(await worker.post(message, { ...headers, "mcp-name": undefined }), 400, -32020);
    await refused(await worker.post(message, { ...headers, "mcp-name": "review" }), 400, -32020);
    assert.equal((await worker.post(message, headers)).status, 200);
  });

  test("what needs a run is refused clearly", async () => {
    const { error } = await refused(await get(modernRevision, "durable"), 200, -32603);
    assert.match(error?.message ?? "", /A prompt cannot wait, and prompt:durable runs a durable Function/);
  });

  test("every prompt that somebody gets is an execution; a kept one ran no Function", async () => {
    worker.records.length = 0;
    await get("2025-11-25", "greet", { who: "Ada" });
    await get("2025-11-25", "review", { code: "x" });
    await get("2025-11-25", "nobody");
    assert.deepEqual(
      worker.records.map((one) => [one.status, one.functionId, one.bindingId, one.input, one.mcpKind]),
      [
        ["succeeded", null, "mcb_prompt_greet", { who: "Ada" }, "prompt"],
        ["succeeded", "fn_review", "mcb_prompt_review", { code: "x" }, "prompt"],
        ["rejected", null, null, {}, "prompt"],
      ],
    );
  });

  test("an argument that stands in a prompt thousands of times cannot fill the memory", async () => {
    const messages = [{ role: "user" as const, text: "{{a}}".repeat(3_900) }];
    const given = offered([], [{ name: "echo", messages, arguments: [{ name: "a", required: true }] }]);
    await using one = await startTestWorker({ functions: [], ...given });
    const long = { name: "echo", arguments: { a: "x".repeat(100_000) } };
    const { error } = await refused(await sendAt(one, "2025-11-25", "prompts/get", long), 200, -32602);
    assert.match(error?.message ?? "", /too long/);
    const short = { name: "echo", arguments: { a: "xy" } };
    const { messages: filled } = await resultAt(one, "2025-11-25", "prompts/get", short);
    assert.deepEqual(filled, [text("user", "xy".repeat(3_900))]);
  });

  test("1,000 messages of a Function are sent, and more, or what are none, are the Function's failure", async () => {
    const message = text("user", "Hi");
    const returned: unknown[] = [
      { messages: Array.from({ length: 1_000 }, () => message) },
      "Just a text",
      { messages: Array.from({ length: 1_001 }, () => message) },
      { messages: [] },
      { messages: [{ role: "system", content: "x" }] },
      { messages: [{ role: "user", content: { type: "image", data: "x" } }] },
      { messages: [{ role: "user", content: { type: "__proto__" } }] },
      { messages: [null] },
      { description: 5, messages: [message] },
      5,
      null,
    ];
    const blocks = outcome({
      kind: "returned",
      outputJson: "null",
      reply: { kind: "mcp", contentJson: '[{"type":"text","text":"a"},{"type":"text","text":"b"}]' },
    });
    const give = (_call: unknown, { at }: { at: number }) => (at === -1 ? blocks : returned[at]);
    const inputSchema = { type: "object", properties: { at: { type: "integer" } } };
    const functions = [{ name: "give", code: "give", inputSchema }];
    await using one = await startTestWorker({ functions, behaviours: { give }, ...offered([], [{ name: "give" }]) });
    const at = (index: number) =>
      sendAt(one, "2025-11-25", "prompts/get", { name: "give", arguments: { at: String(index) } });
    const messagesAt = async (index: number) =>
      (await bodyOf(await at(index))).result?.["messages"] as unknown as unknown[];
    assert.equal((await messagesAt(0)).length, 1_000);
    assert.deepEqual(await messagesAt(1), [text("user", "Just a text")]);
    assert.deepEqual(await messagesAt(-1), [text("user", "a"), text("user", "b")]);
    for (let index = 2; index < returned.length; index += 1) {
      const { error } = await refused(await at(index), 200, -32603);
      assert.equal(error?.data["code"], "OUTPUT_INVALID", String(index));
    }
  });

  test("prompts.blocks: images and sounds are base64 with a type, and embedded resources have one", async () => {
    const resource = { uri: "docs://a", text: "a" };
    const returned: unknown[] = [
      { type: "resource", resource },
      { type: "resource", resource: { uri: "docs://b", blob: "AAEC" } },
      { type: "resource", resource: { ...resource, mimeType: "text/markdown" } },
      { type: "image", data: "AAEC", mimeType: "image/png" },
      { type: "image", data: "not base64", mimeType: "image/png" },
      { type: "audio", data: "AAE", mimeType: "audio/wav" },
      { type: "audio", data: "AAEC", mimeType: "sound" },
      { type: "resource", resource: { uri: "docs://b", blob: "?" } },
      { type: "resource", resource: { uri: "docs://b", mimeType: 5, text: "a" } },
    ];
    const give = (_call: unknown, { at }: { at: number }) => ({ messages: [{ role: "user", content: returned[at] }] });
    const inputSchema = { type: "object", properties: { at: { type: "integer" } } };
    const functions = [{ name: "give", code: "give", inputSchema }];
    await using one = await startTestWorker({ functions, behaviours: { give }, ...offered([], [{ name: "give" }]) });
    const contentAt = async (at: number) => {
      const { result } = await bodyOf(
        await sendAt(one, "2025-11-25", "prompts/get", { name: "give", arguments: { at: String(at) } }),
      );
      const messages = result?.["messages"] as unknown as
        | { content: { resource?: { mimeType: string } } }[]
        | undefined;
      return messages?.[0]?.content;
    };
    const types = await Promise.all([0, 1, 2].map(async (at) => (await contentAt(at))?.resource?.mimeType));
    assert.deepEqual(types, ["text/plain", "application/octet-stream", "text/markdown"]);
    assert.deepEqual(await contentAt(3), returned[3]);
    for (let at = 4; at < returned.length; at += 1) assert.equal(await contentAt(at), undefined, String(at));
  });

  test("a key lists and gets only the prompts that its scopes name", async () => {
    await using scoped = await startTestWorker(options);
    scoped.feed.say(keyState("mcp", { scopes: ["prompt:greet", "review"] }));
    await until("the scopes are live", async () => {
      const { result } = await bodyOf(await sendAt(scoped, "2025-11-25", "prompts/list"));
      const listed = result?.["prompts"] as unknown as { name: string }[] | undefined;
      return listed?.map(({ name }) => name).join() === "greet";
    });
    await refused(
      await sendAt(scoped, "2025-11-25", "prompts/get", { name: "review", arguments: { code: "x" } }),
      200,
      -32602,
    );
    const { capabilities } = await resultAt(scoped, modernRevision, "server/discover");
    assert.deepEqual(capabilities, { prompts: { listChanged: true } });
  });
});
