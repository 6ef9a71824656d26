import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { addTool, createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";

type Json = Record<string, unknown>;

const ship = `
import type { Config, RunContext } from "ferrule";
export const config = { run: "durable" } satisfies Config;
/** Ships an order when it is packed. */
export default async function ship({ order }: { order: string }, ctx: RunContext) {
  const label = await ctx.step("label", () => "label of " + order);
  const packed = await ctx.waitFor<{ by: string }>("packed", { event: "packed", match: { order } }, { timeout: "1h" });
  return { label, by: packed?.data.by ?? null };
}`;
const refund = `
/** Pays an order back. */
export default async function refund({ order, amount }: { order: string; amount: number }) {
  return { order, paid: amount };
}`;
const send = `
import type { Config, RunContext } from "ferrule";
export const config = { run: "durable" } satisfies Config;
/** Sends an order where its person wants it. */
export default async function send({ order }: { order: string }, ctx: RunContext) {
  const label = await ctx.step("label", () => "label of " + order);
  const schema = { type: "object", properties: { city: { type: "string", minLength: 1 } }, required: ["city"] } as const;
  const answer = await ctx.mcp?.elicit({ message: "Where shall " + order + " go?", schema, timeout: "1h" });
  return { label, answer };
}`;
const receipt = `
import type { RunContext } from "ferrule";
/** Draws the receipt of an order. */
export default async function receipt({ order }: { order: string }, ctx: RunContext) {
  const stamp = { type: "image", data: "aGk=", mimeType: "image/png" } as const;
  return ctx.mcp?.content([{ type: "text", text: "receipt of " + order }, stamp]);
}`;
const patience = 90_000;
const declared = { elicitation: { form: {}, url: {} }, extensions: { "io.modelcontextprotocol/tasks": {} } };

describe("tasks over two workers", () => {
  let platform: TestPlatform;
  let client: Client;
  let url: string;
  let key: string;

  before(async () => {
    platform = await startTestPlatform({ workers: 2, env: { RUN_LEASE_MS: "2000" } });
    client = await platform.signInAsOwner();
    await openProject(client);
    const body = { slug: "ship", source: ship, run: "durable" as const };
    const { id: shipId } = await client.createFunction({ body });
    const refundId = await createFunction(client, "refund", refund);
    const receiptId = await createFunction(client, "receipt", receipt);
    const { id: sendId } = await client.createFunction({
      body: { slug: "send", source: send, run: "durable" as const },
    });
    const tools = await createEndpoint(client, "mcp", "tools");
    await addTool(client, tools.id, { functionId: shipId, toolName: "ship" });
    await addTool(client, tools.id, { functionId: refundId, toolName: "refund" });
    await addTool(client, tools.id, { functionId: sendId, toolName: "send" });
    await addTool(client, tools.id, { functionId: receiptId, toolName: "receipt" });
    const approvals = [{ names: ["refund", "receipt"], by: { roles: ["owner" as const] }, notAsker: false }];
    const policy = { environment: "development", caller: { mode: "api-key" }, approvals } as const;
    await client.replaceAuthPolicy({ params: { endpointId: tools.id }, body: policy });
    key = await issueKey(client, tools.id);
    url = tools.urls.development;
    await deploy(client);
  });
  after(() => platform?.stop());

  /** A request of 2026-07-28. With `worker`, it goes to this one, past the gateway. */
  const ask = async (method: string, params: Json, worker?: number): Promise<Json> => {
    const port = worker === undefined ? undefined : platform.workers[worker]!.listening.port;
    const response = await fetch(port === undefined ? url : `http://127.0.0.1:${port}${new URL(url).pathname}`, {
      method: "POST",
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        "mcp-name": String(params["taskId"] ?? params["name"]),
        ...(port === undefined ? {} : { "x-internal-token": platform.internalApiToken }),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": declared,
          },
        },
      }),
    });
    const { result, error } = (await response.json()) as { result?: Json; error?: unknown };
    assert.ok(result, JSON.stringify(error));
    return result;
  };
  const becomes = (taskId: unknown, status: string, worker?: number) =>
    eventually(async () => {
      const task = await ask("tasks/get", { taskId }, worker);
      return task["status"] === status ? task : undefined;
    }, patience);
  const pack = (order: string) => client.sendRunEvent({ body: { name: "packed", data: { order, by: "Ada" } } });
  const waitsForParcel = (taskId: unknown) =>
    eventually(async () => {
      const { statusMessage = "" } = await ask("tasks/get", { taskId });
      return String(statusMessage).includes("packed") ? true : undefined;
    }, patience);
  const approve = async (order: string) => {
    const { id, digest } = await eventually(async () => {
      const { items } = await client.listApprovals({ query: { status: "pending" } });
      return items.find((one) => JSON.stringify(one).includes(order));
    }, patience);
    await client.decideApproval({ params: { approvalId: id }, body: { decision: "approved", reason: "Yes.", digest } });
  };
  const legacyClient = async () => {
    const opened: string[] = [];
    const mcp = new LegacyClient(
      { name: "journey", version: "1" },
      { capabilities: { elicitation: { form: {}, url: {} } } },
    );
    mcp.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      if (!("url" in params)) return { action: "accept", content: { city: "Basel" } };
      opened.push(params.url);
      return { action: "accept" };
    });
    await mcp.connect(new LegacyTransport(new URL(url), { requestInit: { headers: { "x-api-key": key } } }));
    return { mcp, opened };
  };

  test("at 2026-07-28, each worker answers for a task, and a person approves in the middle", async () => {
    const made = await ask("tools/call", { name: "refund", arguments: { order: "R-1", amount: 7 } }, 0);
    assert.deepEqual([made["resultType"], made["status"]], ["task", "input_required"]);
    const asked = await becomes(made["taskId"], "input_required", 1);
    const [request] = Object.values(asked["inputRequests"] as Record<string, { params: Json }>);
    assert.match(String(request?.params["url"]), /\/approvals\/apr_/);
    await approve("R-1");
    const done = await becomes(made["taskId"], "completed", 0);
    assert.deepEqual((done["result"] as Json)["structuredContent"], { order: "R-1", paid: 7 });
  });

  test("content blocks of a call that waited are content blocks, as of a call that did not", async () => {
    const blocks = [
      { type: "text", text: "receipt of B-1" },
      { type: "image", data: "aGk=", mimeType: "image/png" },
    ];
    const { taskId } = await ask("tools/call", { name: "receipt", arguments: { order: "B-1" } });
    await approve("B-1");
    const { result } = await becomes(taskId, "completed");
    const { content, structuredContent } = result as Json;
    assert.deepEqual([content, structuredContent], [blocks, undefined]);
    const { mcp } = await legacyClient();
    const asked = await mcp.callTool({ name: "receipt", arguments: { order: "B-1" } });
    assert.deepEqual((asked.content as unknown[]).slice(0, 2), blocks);
    await mcp.close();
    const { items } = await client.listRuns({ query: { status: "succeeded" } });
    const shown = await Promise.all(items.map(({ id }) => client.getRun({ params: { runId: id } })));
    assert.ok(shown.some(({ shownOutput }) => shownOutput?.includes("receipt of B-1")));
    assert.ok(!JSON.stringify(shown).includes("~ferrule"), "no mark is shown");
  });

  test("the official client of line 1 is asked to open the page, and gets the result after the approval", async () => {
    const { mcp, opened } = await legacyClient();
    const seen: string[] = [];
    const approving: Promise<void>[] = [];
    const stream = mcp.experimental.tasks.callToolStream(
      { name: "refund", arguments: { order: "R-2", amount: 8 } },
      CallToolResultSchema,
      { task: {} },
    );
    for await (const message of stream) {
      seen.push(message.type === "taskStatus" ? message.task.status : message.type);
      if (message.type === "taskStatus" && message.task.status === "input_required") approving.push(approve("R-2"));
      if (message.type === "error") assert.fail(message.error);
      if (message.type === "result") assert.deepEqual(message.result.structuredContent, { order: "R-2", paid: 8 });
    }
    await Promise.all(approving);
    assert.deepEqual(seen, ["taskCreated", "input_required", "result"]);
    assert.equal(opened.length, 1);
    const { tasks } = await mcp.experimental.tasks.listTasks();
    assert.ok(tasks.length >= 2 && tasks.every(({ ttl }) => ttl !== null && ttl > 86_400_000));
    await mcp.close();
  });

  test("the official client of line 2 uses tools with and without tasks at both of its revisions", async () => {
    for (const mode of ["auto", "legacy"] as const) {
      const mcp = new ModernClient({ name: "journey", version: "1" }, { versionNegotiation: { mode } });
      await mcp.connect(new ModernTransport(new URL(url), { requestInit: { headers: { "x-api-key": key } } }));
      const waiting = await mcp.callTool({ name: "refund", arguments: { order: `R-${mode}`, amount: 9 } });
      const { id } = (waiting._meta as { "ferrule/run": { id: string } })["ferrule/run"];
      const open = await mcp.callTool({ name: "run_status", arguments: { run: id } });
      assert.match(JSON.stringify(open.content), /\/approvals\/apr_/);
      await approve(`R-${mode}`);
      const ended = await eventually(async () => {
        const told = await mcp.callTool({ name: "run_status", arguments: { run: id } });
        return told.structuredContent === undefined ? undefined : told.structuredContent;
      }, patience);
      assert.deepEqual(ended, { order: `R-${mode}`, paid: 9 });
      await mcp.close();
    }
  });

  test("at 2026-07-28, a run asks its client, and goes on at any worker with the answer", async () => {
    const { taskId } = await ask("tools/call", { name: "send", arguments: { order: "Q-1" } }, 0);
    const { inputRequests } = await becomes(taskId, "input_required", 1);
    const [[key, request]] = Object.entries(inputRequests as Record<string, { params: Json }>) as [
      [string, { params: Json }],
    ];
    assert.equal(request.params["message"], "Where shall Q-1 go?");
    const bring = (city: unknown, worker: number) =>
      ask("tasks/update", { taskId, inputResponses: { [key]: { action: "accept", content: { city } } } }, worker);
    await bring("Bern", 1);
    await bring("Basel", 0);
    const done = await becomes(taskId, "completed", 0);
    const answer = { action: "accept", content: { city: "Bern" } };
    assert.deepEqual((done["result"] as Json)["structuredContent"], { label: "label of Q-1", answer });
    await bring("Genf", 1);
    assert.equal((await ask("tasks/get", { taskId }))["status"], "completed");
    const { items } = await client.listRuns({ query: { status: "succeeded" } });
    const run = await client.getRun({ params: { runId: items[0]!.id } });
    assert.deepEqual(
      run.timeline.map(({ key: name, kind, state }) => [name, kind, state]),
      [
        ["label", "step", "done"],
        ["question", "question", "done"],
      ],
    );
  });

  test("the official client of line 1 is asked on the stream of the result", async () => {
    const { mcp } = await legacyClient();
    const stream = mcp.experimental.tasks.callToolStream(
      { name: "send", arguments: { order: "Q-2" } },
      CallToolResultSchema,
      { task: {} },
    );
    let result: unknown;
    for await (const message of stream) {
      if (message.type === "error") assert.fail(message.error);
      if (message.type === "result") result = message.result.structuredContent;
    }
    assert.deepEqual(result, { label: "label of Q-2", answer: { action: "accept", content: { city: "Basel" } } });
    await mcp.close();
  });

  test("a cancelled task stays cancelled", async () => {
    const { taskId } = await ask("tools/call", { name: "ship", arguments: { order: "C-1" } });
    await waitsForParcel(taskId);
    await ask("tasks/cancel", { taskId });
    assert.equal((await becomes(taskId, "cancelled"))["result"], undefined);
    assert.equal((await pack("C-1")).woken, 0);
    assert.equal((await ask("tasks/get", { taskId }))["status"], "cancelled");
  });

  test("tasks survive the worker that made them", async () => {
    const modern = await ask("tools/call", { name: "ship", arguments: { order: "K-1" } }, 0);
    const { mcp } = await legacyClient();
    const stream = mcp.experimental.tasks.callToolStream(
      { name: "ship", arguments: { order: "K-2" } },
      CallToolResultSchema,
      { task: {} },
    );
    const created = await stream.next();
    assert.equal((created.value as { type: string }).type, "taskCreated");
    await waitsForParcel(modern["taskId"]);
    process.kill(platform.workers[0]?.pid ?? 0, "SIGKILL");
    await eventually(async () => ((await pack("K-2")).woken > 0 ? true : undefined), patience);
    assert.equal((await pack("K-1")).woken, 1);
    const done = await becomes(modern["taskId"], "completed", 1);
    assert.deepEqual((done["result"] as Json)["structuredContent"], { label: "label of K-1", by: "Ada" });
    for await (const message of stream) {
      if (message.type === "error") assert.fail(message.error);
      if (message.type === "result")
        assert.deepEqual(message.result.structuredContent, { label: "label of K-2", by: "Ada" });
    }
    await mcp.close();
  });
});
