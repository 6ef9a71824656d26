import assert from "node:assert/strict";
import { request } from "node:http";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import type { Invocation } from "../../running/sandbox/call/invocation.ts";
import { keyValue } from "../../testing/deployed.ts";
import { bodyOf, eventsOf, modern, modernMeta, modernVersion, refused } from "../../testing/rpc.ts";
import { cancelled, outcome } from "../../testing/stand-in.ts";
import { internalToken, startTestWorker, until } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const serverInfo = "io.modelcontextprotocol/serverInfo";

const waiting: Invocation[] = [];
const waits = (invocation: Invocation) => {
  waiting.push(invocation);
  return new Promise((resolve) => {
    invocation.signal?.addEventListener("abort", () => resolve(outcome(cancelled)));
  });
};

const listWith = (params: unknown) => ({ jsonrpc: "2.0", id: 7, method: "tools/list", params });

describe("modern era", () => {
  const worker = duringTests(() => startTestWorker({ functions: tools, behaviours: { ...behaviours, waits } }));

  const call = (name: string, given: unknown, change = {}) =>
    worker.post(...modern("tools/call", { name, arguments: given }, change));
  /** A request whose headers differ from its body. */
  const sent = (headers: Record<string, string | undefined>, params: Record<string, unknown> = { name: "plain" }) => {
    const [message, right] = modern("tools/call", params);
    return worker.post(message, { ...right, ...headers });
  };

  test("discover, discover.serverInfo: versions, capabilities, instructions, resultType, ttlMs, cacheScope", async () => {
    const { result } = await bodyOf(await worker.post(...modern("server/discover")));
    assert.deepEqual(result?.["supportedVersions"], [
      modernVersion,
      "2025-11-25",
      "2025-06-18",
      "2025-03-26",
      "2024-11-05",
    ]);
    assert.deepEqual(result?.["capabilities"], { tools: { listChanged: true } });
    assert.deepEqual([result?.["resultType"], result?.["cacheScope"]], ["complete", "private"]);
    assert.equal(result?.["instructions"], "Use it well.");
    assert.ok(Number.isInteger(result?.["ttlMs"]) && Number(result?.["ttlMs"]) >= 0);
    assert.equal(result?.["_meta"]?.[serverInfo]?.["name"], "tools");
  });
  test("list: resultType, ttlMs, cacheScope, the same order each time, any output schema", async () => {
    const texts = await Promise.all([1, 2].map(async () => (await worker.post(...modern("tools/list"))).text()));
    assert.equal(texts[0], texts[1]);
    interface Listed {
      resultType: string;
      cacheScope: string;
      ttlMs: number;
      tools: { name: string; outputSchema?: unknown }[];
      _meta: Record<string, object>;
    }
    const { result } = JSON.parse(texts[0] ?? "") as { result: Listed };
    assert.deepEqual([result.resultType, result.cacheScope], ["complete", "private"]);
    assert.ok(Number.isInteger(result.ttlMs) && result.ttlMs >= 0);
    assert.deepEqual(result.tools.find(({ name }) => name === "list")?.outputSchema, { type: "array" });
    assert.ok(Object.hasOwn(result["_meta"], serverInfo));
  });
  test("call: resultType complete, and structured content of any kind where a schema promises it", async () => {
    const echo = await bodyOf(await call("echo", { text: "hi" }));
    assert.equal(echo.result?.["resultType"], "complete");
    assert.deepEqual(echo.result?.["structuredContent"], { text: "hi" });
    assert.deepEqual((await bodyOf(await call("list", {}))).result?.["structuredContent"], [1, 2]);
    const failed = (await bodyOf(await call("fails", {}))).result;
    assert.deepEqual([failed?.["resultType"], failed?.["isError"]], ["complete", true]);
    assert.equal(failed?.["_meta"]?.["ferrule/error"]?.["code"], "ORDER_NOT_FOUND");
    // The Function has chosen this code, so no page describes it.
    assert.equal(failed?.["_meta"]?.["ferrule/error"]?.["docs"], undefined);
    assert.equal(failed?.["_meta"]?.[serverInfo]?.["name"], "tools");
  });
  test("call.bad-args: an isError result", async () => {
    assert.equal((await bodyOf(await call("echo", {}))).result?.["isError"], true);
  });
  test("meta: 400 -32602 without _meta, without a version, without capabilities", async () => {
    const headers = { "mcp-protocol-version": modernVersion, "mcp-method": "tools/list" };
    const { "io.modelcontextprotocol/clientCapabilities": _, ...noCapabilities } = modernMeta();
    const { "io.modelcontextprotocol/protocolVersion": __, ...noVersion } = modernMeta();
    for (const params of [undefined, {}, { _meta: {} }, { _meta: noCapabilities }, { _meta: noVersion }]) {
      // error.id: the error carries the request's id.
      assert.equal((await refused(await worker.post(listWith(params), headers), 400, -32602)).id, 7);
    }
    const numbered = modernMeta({ "io.modelcontextprotocol/protocolVersion": 20_260_728 });
    await refused(await worker.post(listWith({ _meta: numbered }), headers), 400, -32602);
  });
  test("meta.no-clientInfo: served", async () => {
    const answer = await call("plain", {}, { "io.modelcontextprotocol/clientInfo": undefined });
    assert.equal(answer.status, 200);
  });
  test("header.version-missing, header.version-mismatch: 400 -32020", async () => {
    await refused(await sent({ "mcp-protocol-version": undefined }), 400, -32020);
    await refused(await sent({ "mcp-protocol-version": "2025-11-25" }), 400, -32020);
  });
  test("version.unsupported: 400 -32022 with what is supported and what was asked", async () => {
    const [message, headers] = modern("tools/list", {}, { "io.modelcontextprotocol/protocolVersion": "2030-01-01" });
    const answer = await worker.post(message, { ...headers, "mcp-protocol-version": "2030-01-01" });
    const { error } = await refused(answer, 400, -32022);
    assert.equal(error?.data["requested"], "2030-01-01");
    assert.match(JSON.stringify(error?.data["supported"]), /2026-07-28/);
  });
  test("header.method: 400 -32020 when missing, different or in other case; header names in any case", async () => {
    await refused(await sent({ "mcp-method": undefined }), 400, -32020);
    await refused(await sent({ "mcp-method": "tools/list" }), 400, -32020);
    await refused(await sent({ "mcp-method": "Tools/Call" }), 400, -32020);
    const [message, headers] = modern("tools/list");
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    assert.equal((await worker.post(message, upper)).status, 200);
  });
  test("header.name: 400 -32020 when missing or different; base64 is decoded, outer blanks are trimmed", async () => {
    await refused(await sent({ "mcp-name": undefined }), 400, -32020);
    await refused(await sent({ "mcp-name": "echo" }), 400, -32020);
    await refused(await sent({ "mcp-name": "=?base64?%%%?=" }), 400, -32020);
    const encoded = `=?base64?${Buffer.from("plain").toString("base64")}?=`;
    assert.equal((await sent({ "mcp-name": encoded })).status, 200);
    assert.equal((await sent({ "mcp-name": "  plain  " })).status, 200);
  });
  test("x-mcp-header: 400 -32020 when missing, different or badly encoded; integers by their number", async () => {
    const params = { name: "region", arguments: { region: "eu west", count: 42 } };
    const right = { "mcp-param-region": "eu west", "mcp-param-count": "42.0" };
    assert.equal((await sent(right, params)).status, 200);
    await refused(await sent({ ...right, "mcp-param-region": undefined }, params), 400, -32020);
    await refused(await sent({ ...right, "mcp-param-region": "us" }, params), 400, -32020);
    await refused(await sent({ ...right, "mcp-param-count": "43" }, params), 400, -32020);
    await refused(await sent({ ...right, "mcp-param-region": "=?base64?!?=" }, params), 400, -32020);
    const absent = { name: "region", arguments: { region: null } };
    // If the body lacks a value, no header is expected. Then only the schema decides.
    assert.equal((await sent({}, { name: "region", arguments: {} })).status, 200);
    assert.equal((await sent({}, absent)).status, 200);
  });
  test("a capability that the client did not declare: 400 -32021 with what is required", async () => {
    const { error } = await refused(await call("samples", {}), 400, -32021);
    assert.deepEqual(error?.data["requiredCapabilities"], { sampling: {} });
    const able = await call("samples", {}, { "io.modelcontextprotocol/clientCapabilities": { sampling: {} } });
    assert.equal((await bodyOf(able)).result?.["isError"], undefined);
  });
  for (const method of ["initialize", "ping", "logging/setLevel", "resources/subscribe", "x/y"]) {
    test(`method: 404 -32601 with the request's id for ${method}`, async () => {
      assert.equal((await refused(await worker.post(...modern(method)), 404, -32601)).id, 1);
    });
  }
  test("notification: 202, with and without a claim", async () => {
    const headers = { "mcp-protocol-version": modernVersion };
    assert.equal((await worker.post({ jsonrpc: "2.0", method: "notifications/cancelled" }, headers)).status, 202);
  });
  test("session.ignored: sessions and event ids are ignored and not echoed", async () => {
    const answer = await sent({ "mcp-session-id": "abc", "last-event-id": "5" });
    assert.deepEqual([answer.status, answer.headers.get("mcp-session-id")], [200, null]);
  });
  test("sse.buffering: progress comes on a stream that is not to be buffered", async () => {
    const [message, headers] = modern("tools/call", { name: "steps", arguments: {} }, { progressToken: 9 });
    const answer = await worker.post(message, headers);
    assert.equal(answer.headers.get("x-accel-buffering"), "no");
    const events = await eventsOf(answer);
    assert.deepEqual(
      events.map((event) => (event["params"] as Record<string, unknown> | undefined)?.["progress"]),
      [0, 50, 100, undefined],
    );
    // The stream contains no request and no unrequested log message.
    assert.ok(events.slice(0, -1).every((event) => event["method"] === "notifications/progress"));
  });
  test("closing the connection cancels the call, and nothing more is sent", async () => {
    waiting.length = 0;
    worker.records.length = 0;
    const [message, headers] = modern("tools/call", { name: "waits", arguments: {} });
    const leave = new AbortController();
    const answer = worker.fetch("/mcp/development/one/tools", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(message),
      signal: leave.signal,
    });
    await until("the call runs", () => waiting.length === 1);
    leave.abort();
    await assert.rejects(answer);
    await until("it is recorded", () => worker.records.length === 1);
    assert.equal(waiting[0]?.signal?.aborted, true);
    assert.equal(worker.records[0]?.status, "cancelled");
  });
  test("closing the connection does not cancel a call of the handshake's days", async () => {
    waiting.length = 0;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "waits" } });
    const headers = { "content-type": "application/json", "x-internal-token": internalToken, "x-api-key": keyValue };
    const asked = request(worker.mcpUrl, { method: "POST", headers });
    asked.on("error", () => {});
    asked.end(body);
    await until("the call runs", () => waiting.length === 1);
    asked.destroy();
    const before = worker.records.length;
    await worker.post(...modern("tools/list"));
    assert.equal(waiting[0]?.signal, undefined);
    assert.equal(worker.records.length, before);
  });
});
