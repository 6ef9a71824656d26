import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { keyValue } from "../../../testing/deployed.ts";
import { internalToken, startTestWorker, until } from "../../../testing/test-worker.ts";

const one = { name: "one", code: "one" };
const requestInit = { headers: { "x-api-key": keyValue, "x-internal-token": internalToken } };

test("the official client hears of a new tool, and learns why its stream ends", async () => {
  await using worker = await startTestWorker({ functions: [one] });
  const client = new Client({ name: "official", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(worker.mcpUrl), { requestInit }));
  let heard = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => void (heard += 1));
  const subscription = await client.listen({ toolsListChanged: true, promptsListChanged: true });
  assert.deepEqual(subscription.honoredFilter, { toolsListChanged: true });
  await worker.deploy([one, { name: "two", code: "two" }]);
  await until("it hears of it", () => heard === 1);
  assert.deepEqual(
    (await client.listTools()).tools.map(({ name }) => name),
    ["one", "two"],
  );
  worker.feed.say({ gone: "key:key_mcp" });
  assert.equal(await subscription.closed, "graceful");
  await client.close();
});

test("the official client opens a stream by itself for a list that it follows", async () => {
  await using worker = await startTestWorker({ functions: [one] });
  const lists: number[] = [];
  const onChanged = (_error: Error | null, tools: readonly unknown[] | null) => void lists.push(tools?.length ?? -1);
  const options = { versionNegotiation: { mode: "auto" as const }, listChanged: { tools: { onChanged } } };
  const client = new Client({ name: "official", version: "1.0.0" }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(worker.mcpUrl), { requestInit }));
  const openNow = async () => /^ferrule_worker_listeners\S* (\d+)$/m.exec(await worker.serving.registry.metrics())?.[1];
  await until("it listens", async () => (await openNow()) === "1");
  await worker.deploy([one, { name: "two", code: "two" }]);
  await until("it has the new list", () => lists.at(-1) === 2);
  await client.close();
});
