import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf, legacy } from "../testing/rpc.ts";
import { startTestWorker } from "../testing/test-worker.ts";

const inputSchema = {
  type: "object",
  properties: {
    count: { type: "integer", maximum: 10 },
    tags: { type: "array", items: { type: "string" } },
    login: { type: "object", properties: { user: { type: "string" }, password: { type: "string", writeOnly: true } } },
  },
  additionalProperties: false,
};

test("arguments reach the Function as they are meant, and the record holds what was sent", async () => {
  await using worker = await startTestWorker({
    functions: [{ name: "take", code: "take", inputSchema, route: "POST /take" }],
    behaviours: { take: (_call, input) => input },
  });
  const call = async (given: unknown) => {
    worker.records.length = 0;
    const answer = await worker.post(legacy("tools/call", { name: "take", arguments: given }), {
      "mcp-protocol-version": "2025-11-25",
    });
    return (await bodyOf(answer)).result;
  };
  const sent = { count: "5", tags: '["a",1]', login: '{"user":"ada","password":"hunter2"}' };
  const taken = { count: 5, tags: ["a", "1"], login: { user: "ada", password: "hunter2" } };
  assert.deepEqual((await call(sent))?.["structuredContent"], taken);
  assert.deepEqual(worker.records[0]?.input, { ...sent, login: "[masked]" });

  const tooMuch = await call({ count: "11" });
  assert.equal(tooMuch?.["isError"], true);
  assert.match(JSON.stringify(tooMuch), /count: must be an integer/);
  assert.deepEqual((await call({ count: 5 }))?.["structuredContent"], { count: 5 });

  const whole = await call(JSON.stringify({ count: 5 }));
  assert.deepEqual(whole?.["structuredContent"], { count: 5 });
  assert.equal(worker.records[0]?.input, "[masked]");
  const body = JSON.stringify({ count: "5" });
  const http = await worker.fetch("/http/development/one/api/take", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  assert.equal(http.status, 400);
});
