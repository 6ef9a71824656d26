import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { endpointState } from "../../testing/deployed.ts";
import { bodyOf, legacy, modern, refused } from "../../testing/rpc.ts";
import { startTestWorker, until } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const path = "/mcp/development/one/tools";

describe("any revision", () => {
  const worker = duringTests(() => startTestWorker({ functions: tools, behaviours }));

  const call = (name: string, given: unknown, headers = {}) =>
    worker.post(legacy("tools/call", { name, arguments: given }), headers);

  for (const [id, key] of [
    ["auth.missing", undefined],
    ["auth.wrong", "fer_key_of_somebody_else"],
  ] as const) {
    test(`${id}: 401 with a challenge, and no execution`, async () => {
      const answer = await worker.post(legacy("ping"), { "x-api-key": key });
      await refused(answer, 401, -32600);
      assert.match(answer.headers.get("www-authenticate") ?? "", /^Bearer /);
      assert.equal(worker.records.length, 0);
    });
  }
  test("a key opens as a Bearer token too", async () => {
    const bearer = { "x-api-key": undefined, authorization: "Bearer fer_key_of_the_tests_0123456789" };
    assert.equal((await worker.post(legacy("ping"), bearer)).status, 200);
  });
  test("origin.invalid: 403 for a foreign origin, served for none, for PUBLIC_URL's own and for allowed ones", async () => {
    await refused(await worker.post(legacy("ping"), { origin: "https://evil.example" }), 403, -32600);
    await refused(await worker.post(legacy("ping"), { origin: "null" }), 403, -32600);
    assert.equal((await worker.post(legacy("ping"))).status, 200);
    const own = await worker.post(legacy("ping"), { origin: "http://ferrule.example:8080" });
    assert.equal(own.headers.get("access-control-allow-origin"), "http://ferrule.example:8080");
    const allowedOrigins = ["https://app.example"];
    worker.feed.say(endpointState("mcp", {}, { allowedOrigins }));
    await until("the policy is live", async () => {
      const answer = await worker.post(legacy("ping"), { origin: "https://app.example" });
      return answer.status === 200;
    });
    await refused(await worker.post(legacy("ping"), { origin: "https://app.example.evil.example" }), 403, -32600);
  });
  test("a preflight of an allowed origin is answered without a credential", async () => {
    const answer = await worker.fetch(path, {
      method: "OPTIONS",
      headers: {
        "x-api-key": undefined,
        origin: "http://ferrule.example:8080",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type, x-api-key, mcp-protocol-version",
      },
    });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get("access-control-allow-methods"), "POST");
    assert.match(answer.headers.get("access-control-allow-headers") ?? "", /x-api-key/);
  });
  for (const method of ["GET", "DELETE", "HEAD", "PUT"]) {
    test(`get, delete, head, get.allow: ${method} is 405 with Allow: POST and no redirect`, async () => {
      const answer = await worker.fetch(path, { method });
      assert.deepEqual([answer.status, answer.headers.get("allow"), answer.redirected], [405, "POST", false]);
    });
  }
  test("head: a trailing slash is the same endpoint, without a redirect", async () => {
    const answer = await worker.fetch(`${path}/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(legacy("ping")),
    });
    assert.deepEqual([answer.status, answer.redirected], [200, false]);
  });
  for (const [what, text] of [
    ["no JSON", "{"],
    ["no UTF-8", "\u0000\ud800"],
    ["nothing", ""],
    ["nesting without end", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  ] as const) {
    test(`parse-error: 400 -32700 with id null for ${what}`, async () => {
      assert.equal((await refused(await worker.post(text), 400, -32700)).id, null);
    });
  }
  for (const [id, message] of [
    ["invalid-request", { jsonrpc: "2.0", id: 1 }],
    ["invalid-request", 42],
    ["jsonrpc-version", { jsonrpc: "1.0", id: 1, method: "ping" }],
    ["id.null", { jsonrpc: "2.0", id: null, method: "ping" }],
    ["id.null", { jsonrpc: "2.0", id: 1.5, method: "ping" }],
    ["id.null", { jsonrpc: "2.0", id: { a: 1 }, method: "ping" }],
  ] as const) {
    test(`${id}: 400 -32600 for ${JSON.stringify(message)}`, async () => {
      await refused(await worker.post(message), 400, -32600);
    });
  }
  test("content-type: 415 for what does not say that it is JSON, or is coded in another way than it says or than is known here", async () => {
    await refused(await worker.post(legacy("ping"), { "content-type": "text/plain" }), 415, -32600);
    await refused(await worker.post(legacy("ping"), { "content-encoding": "compress" }), 415, -32600);
    await refused(await worker.post(legacy("ping"), { "content-encoding": "gzip" }), 400, -32600);
    for (const parameter of ["charset=UTF-8", 'charset="utf-8"', "Charset=utf8", "profile=x", ""]) {
      const answer = await worker.post(legacy("ping"), { "content-type": `application/json ;${parameter}` });
      assert.equal(answer.status, 200, parameter);
    }
    await refused(
      await worker.post(legacy("ping"), { "content-type": 'application/json; charset="latin1"' }),
      415,
      -32600,
    );
  });
  test("body.limit: 413 for more than the endpoint's limit", async () => {
    const large = legacy("tools/call", { name: "echo", arguments: { text: "x".repeat(1_048_576) } });
    await refused(await worker.post(large), 413, -32600);
  });
  for (const accept of ["*/*", "application/json", undefined]) {
    test(`accept, accept.star: served with Accept ${accept ?? "missing"}`, async () => {
      const answer = await worker.post(legacy("ping"), { accept });
      assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "application/json"]);
    });
  }
  for (const id of ["seven", 0, -1, "", 9_007_199_254_740_991]) {
    test(`id.string, id.zero: ${JSON.stringify(id)} comes back as it was`, async () => {
      assert.equal((await bodyOf(await worker.post(legacy("ping", undefined, id)))).id, id);
    });
  }
  test("notification: 202 with an empty body, whatever it is", async () => {
    for (const method of ["notifications/initialized", "notifications/cancelled", "notifications/other"]) {
      const answer = await worker.post({ jsonrpc: "2.0", method, params: { requestId: 1 } });
      assert.deepEqual([answer.status, await answer.text()], [202, ""]);
    }
  });
  test("call.unknown-tool: -32602, the same for a disabled tool, and recorded as rejected", async () => {
    for (const name of ["nobody", "hidden"]) {
      worker.records.length = 0;
      const answer = await call(name, {});
      const { error } = await refused(answer, 200, -32602);
      assert.equal(error?.data["code"], "NOT_FOUND");
      const [record] = worker.records;
      assert.deepEqual([record?.status, record?.functionId], ["rejected", null]);
      assert.equal(record?.requestId, answer.headers.get("x-request-id"));
    }
  });
  test("call.throws: a Function's own error is an isError result with its sentence", async () => {
    const answer = await call("fails", {});
    const { result } = await bodyOf(answer);
    assert.equal(answer.status, 200);
    assert.deepEqual(result?.["content"], [{ type: "text", text: "No order A-1" }]);
    assert.equal(result?.["isError"], true);
  });
  test("call.throws: any other error is a safe sentence, its record keeps the message", async () => {
    worker.records.length = 0;
    const answer = await call("throws", {});
    const text = await answer.text();
    assert.doesNotMatch(text, /hunter2|secret\.ts/);
    // The model must see the text too, not only the structured content.
    assert.ok(text.includes(`"text":"The Function failed. Request id: ${answer.headers.get("x-request-id")}"`), text);
    assert.match(text, /"isError":true/);
    assert.equal(worker.records[0]?.error?.message, "password hunter2 leaked");
    assert.equal(worker.records[0]?.status, "failed");
  });
  test("call.bad-type: arguments are validated, and their values are not repeated", async () => {
    worker.records.length = 0;
    const text = await (await call("echo", { text: [987_654] })).text();
    assert.match(text, /text: must be a string/);
    assert.doesNotMatch(text, /987654/);
    assert.equal(worker.records[0]?.status, "rejected");
    assert.equal(worker.calls.filter(({ inputJson }) => inputJson.includes("987654")).length, 0);
  });
  test("call.no-name: -32602 for params that are no call's", async () => {
    for (const params of [
      {},
      { name: 4 },
      { name: "echo", arguments: "text" },
      { name: "echo", arguments: [] },
      undefined,
    ]) {
      await refused(await worker.post(legacy("tools/call", params)), 200, -32602);
    }
    await refused(await worker.post(legacy("tools/call", [1])), 200, -32602);
  });
  test("method.unknown: -32601 with HTTP 200", async () => {
    for (const method of ["tools/other", "resources/list", "server/discover", "constructor"]) {
      await refused(await worker.post(legacy(method)), 200, -32601);
    }
  });
  test("list.cursor: -32602 for a cursor that is none", async () => {
    for (const cursor of ["nonsense", 5, "", Buffer.from("after:../x").toString("base64url")]) {
      await refused(await worker.post(legacy("tools/list", { cursor })), 200, -32602);
    }
    await refused(await worker.post(...modern("tools/list", { cursor: "nonsense" })), 200, -32602);
  });
  test("no error code is one that the protocol reserves", async () => {
    const { error } = await bodyOf(await call("nobody", {}));
    assert.ok([-32700, -32600, -32601, -32602, -32603].includes(error?.code ?? 0));
  });
  test("x-request-id is the gateway's, on the answer and in the record", async () => {
    worker.records.length = 0;
    const answer = await call("echo", { text: "hi" }, { "x-request-id": "req-of-the-gateway:1" });
    assert.equal(answer.headers.get("x-request-id"), "req-of-the-gateway:1");
    assert.equal(worker.records[0]?.requestId, "req-of-the-gateway:1");
    assert.equal(worker.records[0]?.tenantId, "acme");
    const replaced = await call("echo", { text: "hi" }, { "x-request-id": "not well formed" });
    assert.match(replaced.headers.get("x-request-id") ?? "", /^req_/);
  });
  test("a schema with a remote $ref is never fetched: its tool answers a safe error, the others work", async () => {
    worker.records.length = 0;
    const { result } = await bodyOf(await call("remote", {}));
    assert.equal(result?.["isError"], true);
    assert.match(worker.records[0]?.error?.message ?? "", /outside itself/);
    assert.equal((await call("plain", {})).status, 200);
  });
  test("429 with Retry-After once the endpoint's limit is used up; a batch's items count", async () => {
    await using limited = await startTestWorker({ functions: tools, behaviours });
    const limits = { requestsPerMinute: 3, maxBodyBytes: 1_048_576 };
    limited.feed.say(endpointState("mcp", { limits }));
    const batch = [
      legacy("ping", undefined, 1),
      legacy("ping", undefined, 2),
      legacy("ping", undefined, 3),
      legacy("ping", undefined, 4),
    ];
    await until("the limit is live", async () => (await limited.post(batch)).status === 429);
    await until("the limit holds", async () => (await limited.post(legacy("ping"))).status === 429);
    const answer = await limited.post(legacy("ping"));
    const { error } = await refused(answer, 429, -32600);
    assert.equal(error?.data["code"], "RATE_LIMITED");
    assert.ok(Number(answer.headers.get("retry-after")) >= 1);
    assert.equal(limited.records.at(-1)?.status, "rejected");
  });
});
