import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { messagesOf } from "../../../testing/messages-of.ts";
import { bodyOf, legacy, modern } from "../../../testing/rpc.ts";
import { startTestWorker, until, type TestWorker } from "../../../testing/test-worker.ts";

type Json = Record<string, unknown>;

const experimental = "2025-11-25";
const everything = { form: {}, url: {} };
const declaring = (elicitation: object) => ({
  "io.modelcontextprotocol/clientCapabilities": {
    elicitation,
    extensions: { "io.modelcontextprotocol/tasks": {} },
  },
});
const schema = { type: "object", properties: { city: { type: "string", minLength: 1 } }, required: ["city"] };
const form = JSON.stringify({ message: "Which city?", timeoutMs: 60_000, schema });
const page = JSON.stringify({ message: "Pay.", timeoutMs: 60_000, url: "https://shop.example/pay" });
const kept = { updatedAt: "2026-11-27T20:00:02.000Z", keptMs: 90_000, isEnding: false, stepsDone: 0, latestStep: null };
const waitsWith = (...questions: { key: string; asked: string }[]) => ({
  status: "waiting",
  waitsFor: "Waits for an answer: Which city?",
  task: { ...kept, asks: true as const, questions },
});
const functions = [{ name: "ship", code: "ship", runPolicy: {}, asks: true as const, timeoutMs: 300 }];

describe("questions of tasks", () => {
  const worker = duringTests(() =>
    startTestWorker({ functions, behaviours: {}, settings: { workerId: "worker-one" } }),
  );
  const other = duringTests(async () => {
    const started = await startTestWorker({ functions, behaviours: {}, settings: { workerId: "worker-two" } });
    started.feed.questions = worker.feed.questions;
    return started;
  });
  const desk = () => worker.feed.startedRuns;
  const outcomes = (from: number) =>
    desk()
      .answers.slice(from)
      .map(({ key, outcome }) => [key, JSON.parse(outcome) as unknown]);
  const ask = async (method: string, params: Json, elicitation: object = everything): Promise<Json> => {
    const body = await bodyOf(await worker.post(...modern(method, params, declaring(elicitation))));
    assert.ok(body.result, JSON.stringify(body));
    return body.result;
  };
  const start = async (elicitation: object = everything) =>
    (await ask("tools/call", { name: "ship", arguments: {} }, elicitation))["taskId"];

  test("at 2026-07-28, a run knows what its client can ask, and a call without a task knows of none", async () => {
    await start();
    assert.deepEqual(desk().stored.at(-1)?.asks, { form: true, url: true, lists: true });
    const alone = { "io.modelcontextprotocol/clientCapabilities": { elicitation: everything } };
    await worker.post(...modern("tools/call", { name: "ship", arguments: {} }, alone));
    assert.equal(desk().stored.at(-1)?.asks, undefined);
  });

  test("at 2026-07-28, tasks/get asks, and tasks/update brings the answers", async () => {
    const taskId = await start();
    desk().change(waitsWith({ key: "question", asked: form }, { key: "pay", asked: page }));
    const task = await ask("tasks/get", { taskId });
    assert.deepEqual([task["status"], task["statusMessage"]], ["input_required", "Waits for an answer: Which city?"]);
    const requests = task["inputRequests"] as Record<string, { params: Json }>;
    const [[first, city], [second, pay]] = Object.entries(requests) as unknown as [[string, Json], [string, Json]];
    assert.deepEqual(city["params"], { mode: "form", message: "Which city?", requestedSchema: schema });
    assert.deepEqual(pay["params"], { mode: "url", message: "Pay.", url: "https://shop.example/pay" });
    const from = desk().answers.length;
    const answer = { action: "accept", content: { city: "Bern", more: "ignored" } };
    const responses = { [first]: answer, [second]: { action: "decline" }, unknown: answer, question: answer };
    assert.equal((await ask("tasks/update", { taskId, inputResponses: responses }))["resultType"], "complete");
    assert.deepEqual(outcomes(from), [
      ["question", { action: "accept", content: { city: "Bern" } }],
      ["pay", { action: "decline" }],
    ]);
    assert.equal(desk().answers[from]?.asked, form);
  });

  test("at 2026-07-28, the key of a question changes with its words", async () => {
    const taskId = await start();
    const keys = async () => Object.keys((await ask("tasks/get", { taskId }))["inputRequests"] as object);
    desk().change(waitsWith({ key: "question", asked: form }));
    const before = await keys();
    assert.deepEqual(await keys(), before);
    desk().change(waitsWith({ key: "question", asked: form.replace("Which", "What") }));
    assert.notDeepEqual(await keys(), before);
    const from = desk().answers.length;
    await ask("tasks/update", { taskId, inputResponses: { [before[0]!]: { action: "cancel" } } });
    assert.deepEqual(outcomes(from), [], "the answer to the earlier words counts for nothing");
  });

  test("at 2026-07-28, a malformed answer is an outcome, and what cannot be shown is not asked", async () => {
    const taskId = await start();
    desk().change(waitsWith({ key: "question", asked: form }));
    const [key] = Object.keys((await ask("tasks/get", { taskId }))["inputRequests"] as object);
    for (const wrong of [null, 7, "Bern", {}, { action: "accept" }, { action: "accept", content: { city: 7 } }]) {
      const from = desk().answers.length;
      await ask("tasks/update", { taskId, inputResponses: { [key!]: wrong } });
      const [first] = outcomes(from) as [string, Json][];
      assert.equal(first?.[1]["action"], "malformed", JSON.stringify(wrong));
    }
    const pages = await ask("tasks/get", { taskId }, { url: {} });
    assert.deepEqual([pages["status"], pages["inputRequests"]], ["input_required", {}]);
    const none = await bodyOf(
      await worker.post(...modern("tasks/update", { taskId, inputResponses: [] }, declaring(everything))),
    );
    assert.equal(none.error?.code, -32602);
  });

  test("at 2026-07-28, an answer that cannot be handed in is asked for again", async () => {
    const taskId = await start();
    desk().change(waitsWith({ key: "question", asked: form }));
    const [key] = Object.keys((await ask("tasks/get", { taskId }))["inputRequests"] as object);
    desk().failAnswers(1);
    const sent = modern("tasks/update", { taskId, inputResponses: { [key!]: { action: "cancel" } } }, declaring({}));
    const response = await worker.post(...sent);
    assert.equal(response.status, 503);
    assert.equal((await bodyOf(response)).error?.code, -32603);
    assert.equal((await worker.post(...sent)).status, 200);
  });

  const accept = "application/json, text/event-stream";
  const post = (message: unknown, more: Record<string, string> = {}, at: TestWorker = worker) =>
    at.post(message, { "mcp-protocol-version": experimental, accept, ...more });
  const session = async (elicitation: object) => {
    const params = {
      protocolVersion: experimental,
      capabilities: { elicitation },
      clientInfo: { name: "t", version: "1" },
    };
    const response = await post(legacy("initialize", params));
    await response.text();
    return { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
  };
  const startOld = async (headers: Record<string, string>) => {
    const called = await bodyOf(await post(legacy("tools/call", { name: "ship", arguments: {}, task: {} }), headers));
    const task = called.result?.["task"] as Json | undefined;
    return task?.["taskId"];
  };

  test("a task that waits for an answer is cancelled, and asks no more", async () => {
    const taskId = await start();
    desk().change(waitsWith({ key: "question", asked: form }));
    const [key] = Object.keys((await ask("tasks/get", { taskId }))["inputRequests"] as object);
    await ask("tasks/cancel", { taskId });
    desk().change({ task: kept });
    const cancelled = await ask("tasks/get", { taskId });
    assert.deepEqual([cancelled["status"], cancelled["inputRequests"]], ["cancelled", undefined]);
    const from = desk().answers.length;
    await ask("tasks/update", { taskId, inputResponses: { [key!]: { action: "cancel" } } });
    assert.equal(desk().answers.length, from);
    const old = await startOld({});
    desk().change(waitsWith({ key: "question", asked: form }));
    const done = (await bodyOf(await post(legacy("tasks/cancel", { taskId: old })))).result!;
    assert.equal(done["status"], "cancelled");
  });

  test("a task whose time is over does not exist any more", async () => {
    const taskId = await start();
    desk().forget();
    for (const [method, more] of Object.entries({
      "tasks/get": {},
      "tasks/cancel": {},
      "tasks/update": { inputResponses: {} },
    })) {
      const sent = modern(method, { taskId, ...more }, declaring(everything));
      assert.equal((await bodyOf(await worker.post(...sent))).error?.code, -32602, method);
    }
    const old = await startOld({});
    desk().forget();
    for (const method of ["tasks/get", "tasks/result", "tasks/cancel"])
      assert.equal((await bodyOf(await post(legacy(method, { taskId: old })))).error?.code, -32602, method);
  });

  test("at 2025-11-25, the stream of tasks/result asks once, and any worker takes the answer", async () => {
    const headers = await session(everything);
    const taskId = await startOld(headers);
    assert.deepEqual(desk().stored.at(-1)?.asks, { form: true, url: true, lists: true });
    const messages = messagesOf(await post(legacy("tasks/result", { taskId }), headers));
    desk().change(waitsWith({ key: "question", asked: form }));
    let asked: Json = {};
    while (asked["method"] !== "elicitation/create") {
      const { value, done } = await messages.next();
      assert.notEqual(done, true, "the stream has ended");
      asked = value ?? {};
    }
    const { _meta, ...params } = asked["params"] as Json;
    assert.deepEqual(params, { mode: "form", message: "Which city?", requestedSchema: schema });
    assert.deepEqual((_meta as Json)["io.modelcontextprotocol/related-task"], { taskId });
    const from = desk().answers.length;
    const answer = { jsonrpc: "2.0", id: asked["id"], result: { action: "accept", content: { city: "Bern" } } };
    assert.equal((await post(answer, headers, other)).status, 202);
    await until("the answer has arrived", () => desk().answers.length > from);
    assert.deepEqual(outcomes(from), [["question", { action: "accept", content: { city: "Bern" } }]]);
    assert.equal((await post(answer, headers)).status, 202);
    desk().change({ status: "succeeded", output: "1", waitsFor: null, task: kept });
    const rest: Json[] = [];
    for await (const message of messages) rest.push(message);
    assert.ok(rest.every(({ method }) => method !== "elicitation/create"));
    assert.ok(rest.at(-1)?.["result"]);
    assert.equal(outcomes(from).length, 1);
  });

  test("at 2025-11-25, a client that can ask nothing reads what the task waits for", async () => {
    const taskId = await startOld({});
    assert.equal(desk().stored.at(-1)?.asks, undefined);
    desk().change(waitsWith({ key: "question", asked: form }));
    const task = (await bodyOf(await post(legacy("tasks/get", { taskId })))).result!;
    assert.deepEqual([task["status"], task["statusMessage"]], ["input_required", "Waits for an answer: Which city?"]);
    assert.equal(task["inputRequests"], undefined);
  });
});
