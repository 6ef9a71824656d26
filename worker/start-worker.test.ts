import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { startWorker } from "./start-worker.ts";
import { endpointState, keyState, keyValue, manifestOf, projectState, type TestFunction } from "./testing/deployed.ts";
import { startFeedServer } from "./testing/feed-server.ts";
import { bodyOf, legacy } from "./testing/rpc.ts";
import { internalToken, settingsFor, until } from "./testing/test-worker.ts";

const functions: TestFunction[] = [
  { name: "echo", code: "export default (input) => input;", route: "POST /echo" },
  { name: "loops", code: "export default () => { while (true); };", timeoutMs: 200, route: "GET /loops" },
  { name: "nulls", code: "export default () => { throw null; };", route: "GET /nulls" },
  {
    name: "page",
    code: `export default (input, ctx) => ctx.http.respond({ status: 202, headers: { "content-type": "text/plain" }, body: "hi" });`,
    route: "GET /page",
  },
  {
    name: "blocks",
    code: `export default (input, ctx) => ctx.mcp.content([{ type: "text", text: ctx.tenantId + " " + ctx.requestId }]);`,
  },
  { name: "samples", code: `export default (input, ctx) => { ctx.mcp.requireCapability("sampling"); return 1; };` },
];

test("a worker runs deployed Functions in its sandbox, and reports them", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "ferrule-worker-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const feed = stack.use(await startFeedServer());
  const log = createLog("worker", "silent");
  const worker = await startWorker(settingsFor(feed, dataDir), { log });
  stack.defer(() => worker.close());
  const origin = `http://127.0.0.1:${worker.port}`;
  const headers = { "x-internal-token": internalToken, "x-api-key": keyValue, "content-type": "application/json" };
  const call = async (name: string, given: object = {}) =>
    fetch(`${origin}/mcp/development/one/tools`, {
      method: "POST",
      headers: { ...headers, "x-request-id": `req-${name}` },
      body: JSON.stringify(legacy("tools/call", { name, arguments: given })),
    });
  const ask = (path: string) => fetch(`${origin}/http/development/one/api${path}`, { headers });

  for (const kind of ["mcp", "http"] as const) {
    feed.say(endpointState(kind));
    feed.say(keyState(kind));
  }
  const digest = feed.publish(
    manifestOf(functions),
    functions.map(({ code }) => code),
  );
  feed.say(projectState(digest));
  await until("it serves", async () => (await call("echo")).status === 200);

  const echo = await bodyOf(await call("echo", { text: "hi" }));
  assert.deepEqual(echo.result?.["structuredContent"], { text: "hi" });
  const blocks = await bodyOf(await call("blocks"));
  assert.deepEqual(blocks.result?.["content"], [{ type: "text", text: "acme req-blocks" }]);
  assert.equal((await bodyOf(await call("samples"))).result?.["isError"], true);
  const page = await ask("/page");
  assert.deepEqual([page.status, await page.text(), page.headers.get("content-type")], [202, "hi", "text/plain"]);
  const loops = await ask("/loops");
  assert.equal(loops.status, 504);
  assert.match(await loops.text(), /FUNCTION_TIMEOUT/);
  const nulls = await ask("/nulls");
  assert.equal(nulls.status, 500);
  assert.match(await nulls.text(), /FUNCTION_ERROR/);
  const reported = () => new Set(feed.executions().map(({ functionName }) => functionName));
  await until("the executions have been reported", () => reported().size === functions.length);
  const statuses = new Set(feed.executions().map(({ functionName, status }) => `${functionName} ${status}`));
  assert.ok(statuses.has("echo succeeded") && statuses.has("loops timed_out") && statuses.has("nulls failed"));
});
