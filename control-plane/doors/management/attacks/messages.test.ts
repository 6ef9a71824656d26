import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { callBody, askedId, startHostileScene } from "../testing/start-hostile-scene.ts";

const scene = duringTests(startHostileScene);

describe("messages", () => {
  const hostile: [string, unknown][] = [
    ["no method", { jsonrpc: "2.0", id: 1 }],
    ["a tool that is not there", callBody("drop_tables", {})],
    ["a prototype as a tool", callBody("__proto__", {})],
    ["an argument too many", callBody("overview", { admin: true })],
    ["a slug with a path", callBody("read_function", { function: "../secrets" })],
    ["a very long query", callBody("search", { query: "x".repeat(10_000) })],
    ["a NUL", callBody("search", { query: "\0" })],
    ["a batch of many", Array.from({ length: 50 }, () => callBody("overview", {}))],
    ["a call of nothing", { ...callBody("overview", {}), params: undefined }],
    [
      "arguments that are no object",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "overview", arguments: 7 } },
    ],
    ["an id that is an object", { ...callBody("drop_tables", {}), id: { admin: true } }],
    ["another version of JSON-RPC", { ...callBody("overview", {}), jsonrpc: "3.0" }],
    ["100,000 brackets", "[".repeat(100_000)],
    ["text", "not json"],
  ];
  for (const [name, body] of hostile)
    test(`gets a clear refusal: ${name}`, async () => {
      const answer = await scene.send(body);
      assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
      assert.match(answer.text, /error|isError/i);
      assert.doesNotMatch(answer.text, /at .*\.ts|node_modules/);
    });

  test("a body that is too large, or of another media type, is refused before it is read", async () => {
    const large = await scene.send(callBody("search", { query: "x".repeat(3_000_000) }));
    assert.deepEqual([large.status, large.json.error.code], [413, "PAYLOAD_TOO_LARGE"]);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const answer = await scene.send(callBody("overview", {}), { "content-type": type });
      assert.deepEqual([answer.status, answer.json.error.code], [415, "UNSUPPORTED_MEDIA_TYPE"], type);
    }
  });

  test("a revision of MCP that nobody has written is refused", async () => {
    for (const revision of ["1999-01-01", "2999-01-01", "latest", "__proto__"]) {
      const answer = await scene.send(callBody("overview", {}), { "mcp-protocol-version": revision });
      assert.ok(answer.status >= 400 && answer.status < 500, `${revision} ${answer.status} ${answer.text}`);
      assert.doesNotMatch(answer.text, /greet/);
    }
  });

  test("a batch asks a person for each of its changes, and makes none", async () => {
    const { endpoint, change } = await scene.opening();
    const batch = [callBody("set_policy", change), callBody("delete", { kind: "endpoint", name: endpoint })];
    const { status, text } = await scene.send(batch.map((message, at) => ({ ...message, id: at + 1 })));
    assert.ok(status < 500, text);
    assert.doesNotMatch(text, /"deleted"|It is live/);
    await scene.assertUnchanged(endpoint);
  });

  test("a token in the address, in a cookie or under another scheme opens nothing", async () => {
    const body = callBody("overview", {});
    const { token, plane } = scene;
    for (const [path, headers] of [
      [`/mcp/ferrule?access_token=${token}`, {}],
      ["/mcp/ferrule", { cookie: `ferrule_session=${token}` }],
      ["/mcp/ferrule", { authorization: `Basic ${Buffer.from(`agent:${token}`).toString("base64")}` }],
      ["/mcp/ferrule", { authorization: `Bearer ${token.slice(0, -1)}` }],
      ["/mcp/ferrule", { authorization: `Bearer ${token} ${token}` }],
    ] as const)
      assert.equal((await plane.request(path, { method: "POST", headers, body })).status, 401, JSON.stringify(headers));
    for (const method of ["GET", "PUT", "PATCH", "DELETE"])
      assert.ok(
        (await plane.request("/mcp/ferrule", { method, headers: { authorization: `Bearer ${token}` } })).status >= 404,
      );
  });

  test("a forged session gives no name in the audit log, and no right", async () => {
    const forged = `${Buffer.from("Ferrule itself 1.0").toString("base64url")}.${"A".repeat(43)}`;
    await scene.send(callBody("bind", { function: "greet", endpoint: "forged", tool: "greet" }), {
      "mcp-session-id": forged,
    });
    const { items } = await scene.owner.listAuditEvents({ query: { action: "mcp-binding.create", limit: 1 } });
    assert.deepEqual(items[0]?.changes["agent"], { client: null });
  });

  test("the same question is asked once, and a repeated call waits a while for the person", async () => {
    const { endpoint } = await scene.wish();
    const input = { kind: "tool", name: "greet", of: endpoint };
    const links = [await scene.agent.call("delete", input), await scene.agent.call("delete", input)].map(({ said }) =>
      askedId(said),
    );
    assert.equal(new Set(links).size, 1);
  });
});
