import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { keyValue } from "../../../testing/deployed.ts";
import { internalToken, startTestWorker } from "../../../testing/test-worker.ts";
import { behaviours, tools } from "../../../testing/tools.ts";

describe("numbers that JSON.parse would change", () => {
  const worker = duringTests(() => startTestWorker({ functions: tools, behaviours }));

  async function post(body: string, version = "2025-11-25"): Promise<string> {
    const headers = {
      "x-api-key": keyValue,
      "x-internal-token": internalToken,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
    };
    const answer = await fetch(worker.mcpUrl, { method: "POST", headers, body });
    return await answer.text();
  }

  for (const id of ["9007199254740993", "-12345678901234567890"]) {
    test(`the id ${id} is echoed as its text`, async () => {
      assert.equal(
        await post(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`),
        `{"jsonrpc":"2.0","id":${id},"result":{}}`,
      );
      assert.ok(
        (await post(`{"jsonrpc":"2.0","id":${id},"method":"nope"}`)).startsWith(`{"jsonrpc":"2.0","id":${id},`),
      );
      const batch = await post(`[{"jsonrpc":"2.0","id":${id},"method":"ping"}]`, "2025-03-26");
      assert.equal(batch, `[{"jsonrpc":"2.0","id":${id},"result":{}}]`);
    });
  }
  test("the token of progress is echoed as its text", async () => {
    const meta = '"_meta":{"progressToken":9007199254740993}';
    const events = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"steps",${meta}}}`);
    assert.match(events, /^event: message\ndata: \{.*"progressToken":9007199254740993,"progress":0/);
    assert.match(events, /"id":1,"result"/);
  });
  test("arguments are refused with the reason, before they are checked, and recorded as they were sent", async () => {
    worker.records.length = 0;
    const call = (given: string) =>
      post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plain","arguments":${given}}}`);
    const refused = await call('{"id":9007199254740993,"a":[1e400]}');
    assert.match(refused, /id: would lose digits: numbers hold integers exactly only up to 9007199254740991/);
    assert.match(refused, /a\.0: is larger than the largest number/);
    assert.match(refused, /"isError":true/);
    assert.deepEqual(worker.records[0]?.input, { id: "9007199254740993", a: ["1e400"] });
    assert.match(await call('{"id":9007199254740991,"a":0.1}'), /just text/);
  });
  test("other parameters are refused, too", async () => {
    const answer = await post('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":[9007199254740993]}}');
    assert.match(answer, /"code":-32602,"message":"Invalid params: params\.x\.0 would lose digits/);
  });
  test("an id that is no integer is refused", async () => {
    assert.match(await post('{"jsonrpc":"2.0","id":1e400,"method":"ping"}'), /"id":null,"error":\{"code":-32600/);
  });
});
