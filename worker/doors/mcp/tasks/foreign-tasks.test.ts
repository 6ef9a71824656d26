import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sha256 } from "../../../deployed/endpoints/artifacts/artifact-digest.ts";
import { endpointState, keyState, type TestFunction } from "../../../testing/deployed.ts";
import { bodyOf, legacy, modern, modernVersion, refused } from "../../../testing/rpc.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";
import { createSealer } from "../elicitation/sealer.ts";

const functions: TestFunction[] = [
  { name: "ship", code: "ship", runPolicy: {}, timeoutMs: 300 },
  { name: "other", code: "other", runPolicy: {}, timeoutMs: 300 },
];
const experimental = "2025-11-25";
const can = { "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } } };
const otherKey = "fer_key_of_another_caller_0123456789";
const scopedKey = "fer_key_of_a_scoped_caller_0123456789";

/** Whoever has one task of their own tries to get at others. */
describe("foreign, forged and broken ids of tasks", () => {
  const worker = duringTests(() =>
    startTestWorker({ functions, settings: { sealingTokens: ["a-token-of-the-tests"] } }),
  );
  let taskId: string;
  let ended: string;

  const start = async (headers: Record<string, string | undefined> = {}, name = "ship") => {
    const [message, own] = modern("tools/call", { name, arguments: {} }, can);
    const { result, error } = await bodyOf(await worker.post(message, { ...own, ...headers }));
    assert.ok(result?.["taskId"], JSON.stringify(error));
    return result["taskId"] as string;
  };
  const ask = (revision: string, method: string, id: unknown, headers: Record<string, string | undefined> = {}) => {
    const params = { taskId: id, inputResponses: {} };
    if (revision !== modernVersion)
      return worker.post(legacy(method, params), { "mcp-protocol-version": revision, ...headers });
    const [message, own] = modern(method, params, can);
    return worker.post(message, { ...own, ...headers });
  };
  const reads = async (id: string, headers: Record<string, string | undefined> = {}) =>
    (await bodyOf(await ask(modernVersion, "tasks/get", id, headers))).result?.["taskId"] === id;

  before(async () => {
    worker.feed.say(keyState("mcp", { id: "key_other", sha256: sha256(otherKey) }));
    worker.feed.say(keyState("mcp", { id: "key_scoped", sha256: sha256(scopedKey) }));
    await until("the keys are known", async () => {
      const all = await Promise.all(
        [otherKey, scopedKey].map((key) => ask(experimental, "tasks/list", "", { "x-api-key": key })),
      );
      return all.every(({ status }) => status === 200);
    });
    taskId = await start();
    ended = await start();
    worker.feed.startedRuns.change({ status: "succeeded", output: "1" });
  });

  /** Each gives an id that is not one of this caller's. */
  const attacks: [string, () => unknown][] = [
    ["no id", () => undefined],
    ["null", () => null],
    ["a number", () => 7],
    ["a list", () => [taskId]],
    ["an object", () => ({ taskId })],
    ["a flag", () => true],
    ["an empty text", () => ""],
    ["a space", () => " "],
    ["the id of the run itself", () => worker.feed.startedRuns.stored.at(-1)!.id],
    ["the id of another kind", () => "apr_06h0q0q0q0q0q0q0q0q0q0q0"],
    ["a UUID", () => "786512e2-9e0d-44bd-8f29-789f320fe840"],
    ["the first character changed", () => (taskId.startsWith("A") ? "B" : "A") + taskId.slice(1)],
    ["the last character changed", () => taskId.slice(0, -1) + (taskId.endsWith("A") ? "Q" : "A")],
    [
      "a character in the middle changed",
      () => `${taskId.slice(0, 30)}${taskId[30] === "x" ? "y" : "x"}${taskId.slice(31)}`,
    ],
    ["cut at the beginning", () => taskId.slice(1)],
    ["cut at the end", () => taskId.slice(0, -1)],
    ["half of it", () => taskId.slice(0, taskId.length / 2)],
    ["twice", () => taskId + taskId],
    ["two halves of two ids", () => taskId.slice(0, 40) + ended.slice(40)],
    ["with padding", () => `${taskId}==`],
    ["with a space before", () => ` ${taskId}`],
    ["with a space after", () => `${taskId} `],
    ["with a line break", () => `${taskId}\n`],
    ["with a NUL", () => `${taskId}\0`],
    ["in upper case", () => taskId.toUpperCase()],
    ["reversed", () => taskId.split("").toReversed().join("")],
    ["in base64", () => Buffer.from(taskId).toString("base64url")],
    ["in another alphabet", () => `${taskId.slice(0, -1)}/`],
    ["percent-encoded", () => `%${taskId}`],
    ["100,000 characters", () => "A".repeat(100_000)],
    ["bytes that are no text", () => "\u00FF\u00FE"],
    ["a lone surrogate", () => "\uD800"],
    ["a traversal", () => "../../runs/run_1"],
    ["SQL", () => "' or 1=1 --"],
    ["a key of a prototype", () => "__proto__"],
    ["a template", () => "{{7*7}}"],
    ["sealed with another token", () => createSealer(["guessed"], "mcp-questions").sealAlike("run_x", "x")],
    ["sealed for another place", () => createSealer(["a-token-of-the-tests"], "mcp-questions").sealAlike("run_x", "x")],
    ["sealed for another purpose", () => createSealer(["a-token-of-the-tests"], "other").sealAlike("run_x", "x")],
    ["a cursor", () => Buffer.from('["2026-11-27T20:00:00.000Z","run_1"]').toString("base64url")],
    ["zeros of the right length", () => Buffer.alloc(56).toString("base64url")],
  ];
  for (const [what, make] of attacks) {
    test(`${what} has the same error as a task that does not exist`, async () => {
      for (const [revision, methods] of [
        [experimental, ["tasks/get", "tasks/cancel", "tasks/result"]],
        [modernVersion, ["tasks/get", "tasks/cancel", "tasks/update"]],
      ] as const) {
        for (const method of methods) {
          const id = make();
          // A header cannot hold what is no text of a header. Then the header is wrong, too.
          const header = typeof id === "string" && /^[\x21-\x7E]{1,2000}$/.test(id) ? {} : { "mcp-name": "x" };
          const body = await bodyOf(await ask(revision, method, id, header));
          const isHeader = revision === modernVersion && body.error?.code === -32020;
          if (!isHeader) assert.equal(body.error?.code, -32602, `${revision} ${method}: ${JSON.stringify(body)}`);
          assert.ok(!JSON.stringify(body).includes("run_"), JSON.stringify(body));
        }
      }
      assert.ok(await reads(taskId), "the task itself is as it was");
    });
  }

  test("a task of another caller, and one of a tool that this caller may no longer call", async () => {
    const [theirs, scoped] = [await start({ "x-api-key": otherKey }), await start({ "x-api-key": scopedKey })];
    assert.deepEqual([await reads(theirs, { "x-api-key": otherKey }), await reads(theirs)], [true, false]);
    for (const method of ["tasks/get", "tasks/cancel", "tasks/result"])
      await refused(await ask(experimental, method, theirs), 200, -32602);
    for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
      const { error } = await refused(await ask(modernVersion, method, theirs), 200, -32602);
      assert.equal(error?.message, "Invalid params: there is no such task");
    }
    const listOf = async (key: string) => {
      const { result } = await bodyOf(await ask(experimental, "tasks/list", "", { "x-api-key": key }));
      return (result as unknown as { tasks: { taskId: string }[] }).tasks.map((task) => task.taskId);
    };
    assert.deepEqual(await listOf(otherKey), [theirs]);
    worker.feed.say(keyState("mcp", { id: "key_scoped", sha256: sha256(scopedKey), scopes: ["other"] }));
    await until("the key is restricted", async () => !(await reads(scoped, { "x-api-key": scopedKey })));
    assert.deepEqual(await listOf(scopedKey), []);
    const allowed = await start({ "x-api-key": scopedKey }, "other");
    assert.deepEqual(await listOf(scopedKey), [allowed]);
    await refused(await ask(modernVersion, "tasks/cancel", scoped, { "x-api-key": scopedKey }), 200, -32602);
    assert.notEqual(worker.feed.startedRuns.stored.length, 0);
  });

  test("callers without a credential cannot be told apart: they read what they know the id of, and list nothing", async () => {
    worker.feed.say(endpointState("mcp", {}, { callerMode: "none" }));
    const nobody = { "x-api-key": undefined };
    await until("anybody may call", async () => (await ask(experimental, "tasks/get", "x", nobody)).status === 200);
    const open = await start(nobody);
    assert.deepEqual([await reads(open, nobody), await reads(taskId, nobody)], [true, false]);
    await refused(await ask(experimental, "tasks/list", "", nobody), 200, -32601);
    const initialize = legacy("initialize", { protocolVersion: experimental, capabilities: {} });
    const { result } = await bodyOf(await worker.post(initialize, nobody));
    const { tasks } = (result as unknown as { capabilities: Record<string, unknown> }).capabilities;
    assert.deepEqual(tasks, { cancel: {}, requests: { tools: { call: {} } } });
  });
});
