import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { keyState } from "../../testing/deployed.ts";
import { bodyOf, eventsOf, legacy, refused } from "../../testing/rpc.ts";
import { outcome } from "../../testing/stand-in.ts";
import { startTestWorker, until } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const versions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;
const at = (version: string) => ({ "mcp-protocol-version": version });

describe("legacy era", () => {
  const worker = duringTests(() => startTestWorker({ functions: tools, behaviours }));

  const initialize = (protocolVersion: unknown) =>
    worker.post(legacy("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } }));
  const call = (name: string, given: unknown, headers = {}, params = {}) =>
    worker.post(legacy("tools/call", { name, arguments: given, ...params }), headers);

  for (const version of versions) {
    test(`init, init.no-session: ${version} is answered with itself, the tools capability and no session`, async () => {
      const answer = await initialize(version);
      const { result } = await bodyOf(answer);
      assert.equal(result?.["protocolVersion"], version);
      assert.deepEqual(result?.["capabilities"], { tools: {} });
      assert.equal(result?.["serverInfo"]?.["name"], "tools");
      assert.equal(typeof result?.["serverInfo"]?.["version"], "string");
      assert.equal(result?.["instructions"], "Use it well.");
      assert.equal(answer.headers.get("mcp-session-id"), null);
    });
    test(`ping: {} at ${version}`, async () => {
      assert.deepEqual((await bodyOf(await worker.post(legacy("ping"), at(version)))).result, {});
    });
    test(`list: what ${version} has of a tool, sorted by name`, async () => {
      const { result } = await bodyOf(await worker.post(legacy("tools/list"), at(version)));
      const listed = result?.["tools"] as unknown as {
        name: string;
        inputSchema: { type: string };
        outputSchema?: object;
      }[];
      const names = listed.map(({ name }) => name);
      assert.deepEqual(names, [...names].sort());
      assert.ok(listed.every(({ inputSchema }) => inputSchema.type === "object"));
      const echo = listed.find(({ name }) => name === "echo");
      assert.equal(echo?.outputSchema !== undefined, version !== "2024-11-05" && version !== "2025-03-26");
      const wrapped = { type: "object", properties: { result: { type: "array" } }, required: ["result"] };
      const list = listed.find(({ name }) => name === "list");
      assert.deepEqual(list?.outputSchema, echo?.outputSchema === undefined ? undefined : wrapped);
      assert.ok(!names.includes("hidden"));
    });
  }
  for (const version of ["2099-01-01", "2024-10-07", "2026-07-28", ""]) {
    test(`init.unknown: 200 and 2025-11-25 for ${JSON.stringify(version)}`, async () => {
      const answer = await initialize(version);
      assert.equal(answer.status, 200);
      assert.equal((await bodyOf(answer)).result?.["protocolVersion"], "2025-11-25");
    });
  }
  test("init: -32602 without a version", async () => {
    await refused(await initialize(undefined), 200, -32602);
  });
  test("session.foreign: a session somebody else made is ignored and not echoed; no initialize is needed", async () => {
    const answer = await call("plain", {}, { "mcp-session-id": "abc", ...at("2025-06-18") });
    assert.deepEqual([answer.status, answer.headers.get("mcp-session-id")], [200, null]);
  });
  test("version.absent: as 2025-03-26, which answers bad arguments with -32602", async () => {
    await refused(await call("echo", {}), 200, -32602);
  });
  test("version.unsupported: 400", async () => {
    await refused(await call("plain", {}, at("1999-01-01")), 400, -32022);
    await refused(await worker.post({ jsonrpc: "2.0", method: "notifications/x" }, at("1999-01-01")), 400, -32022);
  });
  test("2024-11-05: lists without annotations, takes its header, has no batches, and refuses bad arguments with -32602", async () => {
    const { result } = await bodyOf(await worker.post(legacy("tools/list"), at("2024-11-05")));
    const listed = result?.["tools"] as unknown as object[];
    assert.ok(listed.length > 0 && listed.every((tool) => !("annotations" in tool) && !("title" in tool)));
    const answer = await call("plain", {}, at("2024-11-05"));
    assert.equal(answer.status, 200);
    assert.equal((await bodyOf(answer)).error, undefined);
    await refused(await call("echo", {}, at("2024-11-05")), 200, -32602);
    await refused(await worker.post([legacy("ping")], at("2024-11-05")), 400, -32600);
    assert.equal(
      (await worker.post({ jsonrpc: "2.0", method: "notifications/initialized" }, at("2024-11-05"))).status,
      202,
    );
  });
  for (const params of [null, []]) {
    test(`params that are ${JSON.stringify(params)} count as left out`, async () => {
      for (const method of ["ping", "tools/list"]) {
        const answer = await worker.post({ jsonrpc: "2.0", id: 1, method, params }, at("2025-11-25"));
        assert.ok("result" in (await bodyOf(answer)), method);
      }
      const named = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
      await refused(await worker.post(named, at("2025-11-25")), 200, -32602);
    });
  }
  test("params that hold something, and are no object, are -32602", async () => {
    for (const params of [[1], "x", 0, false]) {
      await refused(
        await worker.post({ jsonrpc: "2.0", id: 1, method: "ping", params }, at("2025-11-25")),
        200,
        -32602,
      );
    }
  });
  test("a cursor of null is none, as are arguments and _meta of null", async () => {
    const first = await bodyOf(await worker.post(legacy("tools/list", { cursor: null, _meta: null })));
    assert.deepEqual(first.result, (await bodyOf(await worker.post(legacy("tools/list")))).result);
    await refused(await worker.post(legacy("tools/list", { cursor: 5 })), 200, -32602);
    assert.equal((await bodyOf(await call("plain", null))).error, undefined);
  });
  test("call.bad-args: -32602 up to 2025-06-18, an isError result from 2025-11-25 on", async () => {
    const { error } = await refused(await call("echo", {}, at("2025-06-18")), 200, -32602);
    assert.deepEqual(error?.data["issues"], [{ path: "input.text", message: "is required" }]);
    const { result } = await bodyOf(await call("echo", {}, at("2025-11-25")));
    assert.equal(result?.["isError"], true);
    assert.match(JSON.stringify(result?.["content"]), /text: is required/);
  });
  test("batch.2025-03-26: answers an array in order, with or without the header", async () => {
    const batch = [
      legacy("ping", undefined, "a"),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      legacy("tools/call", { name: "echo", arguments: { text: "b" } }, "b"),
      legacy("initialize", { protocolVersion: "2025-03-26" }, "c"),
      { jsonrpc: "2.0" },
    ];
    for (const headers of [{}, at("2025-03-26")]) {
      const answer = await worker.post(batch, headers);
      const bodies = (await answer.json()) as { id: unknown; error?: { code: number } }[];
      assert.equal(answer.status, 200);
      assert.deepEqual(
        bodies.map(({ id }) => id),
        ["a", "b", "c", null],
      );
      assert.deepEqual(
        bodies.map(({ error }) => error?.code),
        [undefined, undefined, -32600, -32600],
      );
    }
  });
  test("batch.2025-03-26: 202 for notifications alone, 400 for none and for more than 50", async () => {
    const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
    assert.equal((await worker.post([notification, notification])).status, 202);
    await refused(await worker.post([]), 400, -32600);
    await refused(await worker.post(Array.from({ length: 51 }, (_, id) => legacy("ping", undefined, id))), 400, -32600);
  });
  test("batch.2025-06-18: 400 -32600 from 2025-06-18 on", async () => {
    for (const version of ["2025-06-18", "2025-11-25", "2026-07-28"]) {
      await refused(await worker.post([legacy("ping")], at(version)), 400, -32600);
    }
  });
  test("call.structured: an object is structured content and a text block with its JSON", async () => {
    const { result } = await bodyOf(await call("echo", { text: "hi" }, at("2025-06-18")));
    assert.deepEqual(result, {
      content: [{ type: "text", text: '{"text":"hi"}' }],
      structuredContent: { text: "hi" },
    });
  });
  test("call.structured: what is not an object stands in one", async () => {
    const plain = await bodyOf(await call("plain", {}, at("2025-11-25")));
    assert.deepEqual(plain.result, {
      content: [{ type: "text", text: "just text" }],
      structuredContent: { result: "just text" },
    });
    const list = await bodyOf(await call("list", {}, at("2025-11-25")));
    assert.deepEqual(list.result, {
      content: [{ type: "text", text: "[1,2]" }],
      structuredContent: { result: [1, 2] },
    });
  });
  test("call.structured: an output that its schema does not allow is an isError result", async () => {
    worker.records.length = 0;
    const { result } = await bodyOf(await call("lies", {}, at("2025-06-18")));
    assert.equal(result?.["isError"], true);
    assert.equal(result?.["structuredContent"], undefined);
    assert.equal(result?.["_meta"]?.["ferrule/error"]?.["code"], "OUTPUT_INVALID");
    assert.deepEqual([worker.records[0]?.status, worker.records[0]?.error?.code], ["failed", "OUTPUT_INVALID"]);
  });
  test("a Function's own content blocks are the result", async () => {
    const { result } = await bodyOf(await call("blocks", {}));
    assert.deepEqual(result?.["content"], [{ type: "image", data: "aGk=", mimeType: "image/png" }]);
  });
  test("blocks that are no list are not passed on", async () => {
    const reply = { kind: "mcp", contentJson: '{"evil":1}' } as const;
    const blocks = () => outcome({ kind: "returned", outputJson: "{}", reply });
    await using odd = await startTestWorker({ functions: tools, behaviours: { blocks } });
    const { result } = await bodyOf(await odd.post(legacy("tools/call", { name: "blocks" })));
    assert.equal(result?.["isError"], true);
    assert.doesNotMatch(JSON.stringify(result), /evil/);
  });
  test("call.progress: notifications of increasing values on the POST's stream, then the response, last", async () => {
    const answer = await call("steps", {}, at("2025-06-18"), { _meta: { progressToken: "t" } });
    assert.match(answer.headers.get("content-type") ?? "", /^text\/event-stream/);
    assert.equal(answer.headers.get("x-accel-buffering"), "no");
    const events = await eventsOf(answer);
    const progress = events.slice(0, -1).map((event) => event["params"] as unknown as Record<string, unknown>);
    assert.deepEqual(
      progress.map((one) => one["progress"]),
      [0, 50, 100],
    );
    assert.ok(progress.every((one) => one["progressToken"] === "t" && one["total"] === 100));
    assert.equal(progress[1]?.["message"], "half");
    assert.equal(events.at(-1)?.["id"], 1);
    assert.ok(events.at(-1)?.["result"] !== undefined);
  });
  test("call.progress: plain JSON without a token, and for a client that cannot read a stream", async () => {
    const untold = await call("steps", {}, at("2025-06-18"));
    assert.equal(untold.headers.get("content-type"), "application/json");
    const meta = { _meta: { progressToken: 1 } };
    for (const accept of ["application/json", "*/*", undefined]) {
      const answer = await call("steps", {}, { accept }, meta);
      assert.equal(answer.headers.get("content-type"), "application/json");
      assert.equal((await bodyOf(answer)).id, 1);
    }
  });
  test("posted-response: 202", async () => {
    assert.equal((await worker.post({ jsonrpc: "2.0", id: 5, result: {} })).status, 202);
    assert.equal((await worker.post({ jsonrpc: "2.0", id: 5, error: { code: 1, message: "x" } })).status, 202);
  });
  test("a key for some tools lists and knows no others", async () => {
    await using scoped = await startTestWorker({ functions: tools, behaviours });
    scoped.feed.say(keyState("mcp", { scopes: ["plain"] }));
    await until("the scopes are live", async () => {
      const { result } = await bodyOf(await scoped.post(legacy("tools/list")));
      const listed = result as unknown as { tools: { name: string }[] };
      return listed.tools.map(({ name }) => name).join() === "plain";
    });
    await refused(await scoped.post(legacy("tools/call", { name: "echo", arguments: { text: "x" } })), 200, -32602);
    assert.equal((await scoped.post(legacy("tools/call", { name: "plain" }))).status, 200);
  });
  test("list: pages of 200 that together are all tools, in order", async () => {
    const many = Array.from({ length: 450 }, (_, at) => ({ name: `tool_${String(at).padStart(3, "0")}`, code: "one" }));
    await using large = await startTestWorker({ functions: many });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await bodyOf(await large.post(legacy("tools/list", cursor === undefined ? {} : { cursor })));
      const page = result as unknown as { tools: { name: string }[]; nextCursor?: string };
      assert.ok(page.tools.length <= 200);
      names.push(...page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(
      names,
      many.map(({ name }) => name),
    );
  });
});
