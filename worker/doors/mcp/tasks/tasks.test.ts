import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { supportedRevisions } from "../../../deployed/endpoints/bindings/revisions.ts";
import { endpointState, keyState, type TestFunction } from "../../../testing/deployed.ts";
import { bodyOf, legacy, modern, modernVersion, refused } from "../../../testing/rpc.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";

type Json = Record<string, unknown>;

const order = {
  type: "object",
  properties: { orderId: { type: "string" }, amount: { type: "number" } },
  required: ["orderId"],
};
const output = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
const functions: TestFunction[] = [
  { name: "ship", code: "ship", inputSchema: order, outputSchema: output, runPolicy: {}, timeoutMs: 300 },
  { name: "refund", code: "refund", inputSchema: order, outputSchema: output },
  { name: "plain", code: "plain", inputSchema: order, outputSchema: output },
];
const approvals = [
  approvalRule.parse({
    names: ["refund"],
    when: { type: "object", properties: { amount: { exclusiveMinimum: 500 } }, required: ["amount"] },
    by: { roles: ["owner"] },
  }),
];
const experimental = "2025-11-25";
const can = { extensions: { "io.modelcontextprotocol/tasks": {} } };
const capabilities = (declared: object) => ({ "io.modelcontextprotocol/clientCapabilities": declared });
const page = { elicitation: { url: {} }, ...can };
const taskKeys = { modern: ["ttlMs", "pollIntervalMs"], legacy: ["ttl", "pollInterval"] };

describe("tasks", () => {
  const worker = duringTests(async () => {
    const started = await startTestWorker({
      functions,
      behaviours: { plain: () => ({ ok: true }), refund: () => ({ ok: true }) },
    });
    started.feed.say(endpointState("mcp", {}, { approvals }));
    return started;
  });
  const desk = () => worker.feed.startedRuns;
  afterEach(() => {
    desk().refuse(null);
    desk().whenStored = null;
  });

  const post = (revision: string, method: string, params: Json = {}, declared: object = can) =>
    revision === modernVersion
      ? worker.post(...modern(method, params, capabilities(declared)))
      : worker.post(legacy(method, params), { "mcp-protocol-version": revision });
  const result = async (...sent: Parameters<typeof post>): Promise<Json> => {
    const response = await post(...sent);
    const body = await bodyOf(response);
    assert.ok(body.result, JSON.stringify(body));
    return body.result;
  };
  const start = async (revision: string, name: string, given: object, declared: object = can): Promise<Json> => {
    const params = { name, arguments: given, ...(revision === modernVersion ? {} : { task: { ttl: 60_000 } }) };
    const made = await result(revision, "tools/call", params, declared);
    return revision === modernVersion ? made : (made["task"] as Json);
  };
  const get = (revision: string, taskId: unknown, declared: object = can) =>
    result(revision, "tasks/get", { taskId }, declared);
  const lastRun = () => desk().stored.at(-1)!.id;
  const kept = {
    updatedAt: "2026-11-27T20:00:02.000Z",
    keptMs: 90_000,
    isEnding: false,
    stepsDone: 0,
    latestStep: null,
  };

  for (const revision of [modernVersion, experimental]) {
    test(`at ${revision}, a durable tool returns a task at once, which is read to its end`, async () => {
      const task = await start(revision, "ship", { orderId: revision });
      assert.equal(task["resultType"], revision === modernVersion ? "task" : undefined);
      assert.equal(task["status"], "working");
      const [own, others] =
        revision === modernVersion ? [taskKeys.modern, taskKeys.legacy] : [taskKeys.legacy, taskKeys.modern];
      for (const key of own) assert.ok(Number.isInteger(task[key]) && (task[key] as number) > 0, key);
      for (const key of [...others, "result", "error", "inputRequests", "requestState"])
        assert.equal(task[key], undefined);
      const { taskId } = task;
      assert.match(String(taskId), /^[A-Za-z0-9_-]{60,120}$/);
      assert.ok(
        !Buffer.from(String(taskId), "base64url").toString("latin1").includes(lastRun()),
        "it hides the run's id",
      );
      desk().change({ status: "running", task: { ...kept, stepsDone: 2, latestStep: "charge" } });
      const working = await get(revision, taskId);
      assert.deepEqual(
        [working["taskId"], working["status"], working["statusMessage"], working[own[0]!], working["lastUpdatedAt"]],
        [taskId, "working", "Steps done: 2, the latest is charge.", 90_000, kept.updatedAt],
      );
      desk().change({ status: "succeeded", output: '{"ok":true}', finishedAt: "2026-11-27T20:00:03.000Z" });
      const done = await get(revision, taskId);
      assert.equal(done["status"], "completed");
      const inlined = done["result"] as Json | undefined;
      if (revision === modernVersion) {
        assert.deepEqual(inlined?.["structuredContent"], { ok: true });
        assert.ok(!JSON.stringify(inlined).includes("related-task"));
        return;
      }
      assert.equal(inlined, undefined);
      const { structuredContent, _meta } = await result(revision, "tasks/result", { taskId });
      assert.deepEqual(structuredContent, { ok: true });
      assert.deepEqual((_meta as Json)["io.modelcontextprotocol/related-task"], { taskId });
    });

    test(`at ${revision}, an approval is input that the task waits for`, async () => {
      const given = { orderId: `approve ${revision}`, amount: 501 };
      const { taskId, status, statusMessage } = await start(revision, "refund", given);
      const run = lastRun();
      assert.equal(status, "input_required");
      assert.match(String(statusMessage), /they approve it at http:\/\/ferrule\.example:8080\/approvals\/apr_/);
      assert.equal((await start(revision, "refund", given))["taskId"], taskId, "the same call is the same task");
      desk().change({ status: "running", approvalId: null }, run);
      assert.equal((await get(revision, taskId))["status"], "working");
      desk().change({ status: "succeeded", output: '{"ok":true}' }, run);
      assert.equal((await get(revision, taskId))["status"], "completed");
      const again = await result(revision, "tools/call", {
        name: "refund",
        arguments: given,
        ...(revision === modernVersion ? {} : { task: {} }),
      });
      if (revision === modernVersion) assert.deepEqual(again["structuredContent"], { ok: true }, "it needs no task");
      else assert.equal((again["task"] as Json)["status"], "completed");
    });

    test(`at ${revision}, a call that fails tells so as the revision says`, async () => {
      const isModern = revision === modernVersion;
      const { taskId } = await start(revision, "ship", { orderId: "fails" });
      desk().change({ status: "failed", error: { code: "SOLD_OUT", message: "Sold out.", safe: true } });
      const failed = await get(revision, taskId);
      assert.deepEqual(
        [failed["status"], failed["statusMessage"], failed["error"]],
        [isModern ? "completed" : "failed", "Sold out.", undefined],
      );
      const told = isModern ? (failed["result"] as Json) : await result(revision, "tasks/result", { taskId });
      assert.deepEqual([told["isError"], told["content"]], [true, [{ type: "text", text: "Sold out." }]]);
      desk().change({ status: "failed", error: { code: "INTERNAL", message: "hunter2" } });
      const lost = await get(revision, taskId);
      assert.deepEqual([lost["status"], "result" in lost], ["failed", false]);
      assert.ok(!JSON.stringify(lost).includes("hunter2"));
      if (isModern) assert.equal((lost["error"] as Json)["code"], -32603);
    });

    test(`at ${revision}, a task is cancelled`, async () => {
      const { taskId } = await start(revision, "ship", { orderId: "cancel" });
      const acknowledged = await result(revision, "tasks/cancel", { taskId });
      if (revision === modernVersion) {
        assert.deepEqual(Object.keys(acknowledged), ["resultType", "_meta"]);
        assert.deepEqual(Object.keys(await result(revision, "tasks/cancel", { taskId })), ["resultType", "_meta"]);
      } else {
        assert.deepEqual([acknowledged["taskId"], acknowledged["status"]], [taskId, "cancelled"]);
        await refused(await post(revision, "tasks/cancel", { taskId }), 200, -32602);
        assert.equal((await result(revision, "tasks/result", { taskId }))["isError"], true);
      }
      assert.equal((await get(revision, taskId))["status"], "cancelled");
    });

    test(`at ${revision}, what cannot be stored is no task`, async () => {
      desk().refuse("full");
      const params = { name: "ship", arguments: { orderId: "x" }, task: {} };
      await refused(await post(revision, "tools/call", params), 429, -32600);
    });

    test(`at ${revision}, tasks that cannot be read just now say when to try again`, async () => {
      const { taskId } = await start(revision, "ship", { orderId: "away" });
      desk().fail(1);
      const response = await post(revision, "tasks/get", { taskId });
      await refused(response, 503, -32603);
      assert.equal(response.headers.get("retry-after"), "5");
    });
  }

  test("a run that is being cancelled is cancelled at 2025-11-25, and works until it ends at 2026-07-28", async () => {
    const { taskId } = await start(modernVersion, "ship", { orderId: "ending" });
    desk().change({ status: "running", task: { ...kept, isEnding: true } });
    assert.equal((await get(modernVersion, taskId))["status"], "working");
    assert.equal((await get(experimental, taskId))["status"], "cancelled");
  });

  test("at 2026-07-28, a client that opens pages is asked to open that of the approval, until a person has decided", async () => {
    const { taskId } = await start(modernVersion, "refund", { orderId: "page", amount: 501 });
    const run = lastRun();
    const asked = (await get(modernVersion, taskId, page))["inputRequests"] as Record<string, { params: Json }>;
    const [[key, request] = ["", { params: {} }]] = Object.entries(asked);
    assert.deepEqual(
      [request.params["mode"], request.params["url"]],
      ["url", `http://ferrule.example:8080/approvals/${key}`],
    );
    assert.deepEqual((await get(modernVersion, taskId))["inputRequests"], {}, "a client that cannot is not asked");
    const inputResponses = { [key]: { action: "accept" }, nobody: { action: "decline" } };
    const answered = await result(modernVersion, "tasks/update", { taskId, inputResponses }, page);
    assert.deepEqual(Object.keys(answered), ["resultType", "_meta"]);
    assert.equal((await get(modernVersion, taskId, page))["status"], "input_required");
    await refused(await post(modernVersion, "tasks/update", { taskId }, page), 200, -32602);
    desk().change({ status: "failed", approvalId: null, error: { code: "APPROVAL_REJECTED", message: "No." } }, run);
    const rejected = await get(modernVersion, taskId, page);
    assert.deepEqual([rejected["status"], (rejected["result"] as Json)["isError"]], ["completed", true]);
  });

  test("at 2026-07-28, the methods need the declared extension, and a call without it waits as before", async () => {
    const { taskId } = await start(modernVersion, "ship", { orderId: "undeclared" });
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const { error } = await refused(
        await post(modernVersion, method, { taskId, inputResponses: {} }, {}),
        400,
        -32021,
      );
      assert.deepEqual(error?.data["requiredCapabilities"], can);
    }
    const waited = await result(modernVersion, "tools/call", { name: "ship", arguments: { orderId: "u" } }, {});
    assert.equal(waited["resultType"], "complete");
    const wrong = modern("tasks/get", { taskId }, capabilities(can));
    await refused(await worker.post(wrong[0], { ...wrong[1], "mcp-name": "other" }), 400, -32020);
    await refused(await worker.post(wrong[0], { ...wrong[1], "mcp-name": undefined }), 400, -32020);
  });

  test("at 2026-07-28, a stream for tasks needs the extension, too, and agrees to none", async () => {
    const wished = { notifications: { toolsListChanged: true, taskIds: ["any"] } };
    const { error } = await refused(await post(modernVersion, "subscriptions/listen", wished, {}), 400, -32021);
    assert.deepEqual(error?.data["requiredCapabilities"], can);
    const [message, headers] = modern("subscriptions/listen", wished, capabilities(can));
    const leaving = new AbortController();
    const stream = await worker.post(message, { ...headers, accept: "text/event-stream" }, { signal: leaving.signal });
    const { value } = await stream.body!.getReader().read();
    leaving.abort();
    assert.match(new TextDecoder().decode(value), /"notifications":\{"toolsListChanged":true\}/);
  });

  test("at 2025-11-25, only tools that say so are called as tasks", async () => {
    const { tools } = (await result(experimental, "tools/list")) as { tools: { name: string; execution?: object }[] };
    const support = Object.fromEntries(tools.map(({ name, execution }) => [name, execution]));
    assert.deepEqual(support, {
      plain: undefined,
      refund: { taskSupport: "optional" },
      run_status: undefined,
      ship: { taskSupport: "optional" },
    });
    const plain = { name: "plain", arguments: { orderId: "p" }, task: {} };
    await refused(await post(experimental, "tools/call", plain), 200, -32601);
    const bad = { name: "ship", arguments: {}, task: {} };
    await refused(await post(experimental, "tools/call", bad), 200, -32602);
    // Nobody must approve this call, but its client can only read a task.
    const small = await start(experimental, "refund", { orderId: "small", amount: 1 });
    assert.equal(small["status"], "working");
    const { mode, approval } = desk().stored.at(-1)!;
    assert.deepEqual([mode, approval], ["once", null]);
    const other = await start(experimental, "refund", { orderId: "small", amount: 1 });
    assert.notEqual(other["taskId"], small["taskId"], "it is another call");
    // At 2026-07-28, such a call needs none, and the parameter of the earlier revision means nothing.
    const direct = await result(modernVersion, "tools/call", { ...plain, name: "refund" });
    assert.deepEqual([direct["resultType"], direct["structuredContent"]], ["complete", { ok: true }]);
  });

  test("they are declared where they are, and nowhere else", async () => {
    const declared = async (revision: string) => {
      const told =
        revision === modernVersion
          ? await result(revision, "server/discover")
          : await result(revision, "initialize", { protocolVersion: revision, capabilities: {} });
      const { extensions, tasks } = told["capabilities"] as Json;
      return [extensions, tasks];
    };
    const v1 = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
    for (const revision of supportedRevisions) {
      const expected = new Map<string, unknown[]>([
        [modernVersion, [can.extensions, undefined]],
        [experimental, [undefined, v1]],
      ]);
      assert.deepEqual(await declared(revision), expected.get(revision) ?? [undefined, undefined], revision);
      const isKnown = [modernVersion, experimental].includes(revision);
      const missing = revision === modernVersion ? ["tasks/list", "tasks/result"] : ["tasks/update"];
      const unknown = isKnown ? missing : ["tasks/get", "tasks/list", "tasks/result", "tasks/cancel", "tasks/update"];
      for (const method of unknown)
        await refused(await post(revision, method, { taskId: "t" }), revision === modernVersion ? 404 : 200, -32601);
    }
    const { taskId } = await start(experimental, "ship", { orderId: "scoped" });
    worker.feed.say(keyState("mcp", { scopes: ["plain"] }));
    await until("the key is restricted", async () => (await declared(modernVersion))[0] === undefined);
    assert.deepEqual(await declared(experimental), [undefined, undefined]);
    await refused(await post(modernVersion, "tasks/get", { taskId: "other" }), 404, -32601);
    await refused(await post(experimental, "tasks/list"), 200, -32601);
    await refused(await post(experimental, "tasks/get", { taskId }), 200, -32602);
    const ignored = { name: "plain", arguments: { orderId: "p" }, task: {} };
    assert.deepEqual((await result(experimental, "tools/call", ignored))["structuredContent"], { ok: true });
    worker.feed.say(keyState("mcp"));
    await until("the key is whole again", async () => (await declared(modernVersion))[0] !== undefined);
  });

  test("at 2025-11-25, a caller lists their tasks in pages", async () => {
    const before = desk().stored.length;
    for (let at = 0; at < 120; at += 1) await start(experimental, "ship", { orderId: `listed ${at}` });
    const ids: unknown[] = [];
    let cursor: unknown;
    do {
      const { tasks, nextCursor } = (await result(
        experimental,
        "tasks/list",
        cursor === undefined ? {} : { cursor },
      )) as {
        tasks: Json[];
        nextCursor?: string;
      };
      assert.ok(tasks.length <= 100);
      ids.push(...tasks.map(({ taskId }) => taskId));
      cursor = nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual([ids.length, new Set(ids).size], [before + 120, before + 120]);
    assert.equal((await get(experimental, ids[0]))["status"], "working");
    for (const wrong of ["", "x", 1, Buffer.from('["now","run_x"]').toString("base64url"), "a".repeat(1_000), {}])
      await refused(await post(experimental, "tasks/list", { cursor: wrong }), 200, -32602);
  });
});
