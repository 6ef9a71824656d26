import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addTool, createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareThreeWorkers } from "../platform.ts";

const order = `
/** An order of the shop. */
export default ({ id }: { id: string }) => "Order " + id;
`;
const touch = `
import type { McpContext } from "ferrule";
/** Changes an order. */
export default async ({ id }: { id: string }, ctx: McpContext) => {
  await ctx.mcp.changed("orders://" + id);
  return "changed";
};
`;

/** A client that listens for two orders and for all lists. */
async function listener(url: URL, key: string) {
  const client = new Client({ name: "journey", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { "x-api-key": key } } }));
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  for (const kind of ["tools", "resources", "prompts"] as const) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => void heard.push(kind));
  }
  const filter = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true };
  const uris = ["orders://1", "orders://2", "docs://handbook", "docs://nothing"];
  const subscription = await client.listen({ ...filter, resourceSubscriptions: uris });
  return { client, heard, subscription };
}

describe("changes are told to those who listen", () => {
  const platform = duringTests(shareThreeWorkers);
  const client = duringTests(() => ownerOfProject(platform));
  let url: URL;
  let endpointId: string;
  let handbookId: string;

  before(async () => {
    const { id, urls } = await createEndpoint(client, "mcp", "assistant");
    endpointId = id;
    url = new URL(urls.development);
    const [orderId, touchId] = [
      await createFunction(client, "order", order),
      await createFunction(client, "touch", touch),
    ];
    await addTool(client, endpointId, { functionId: touchId, toolName: "touch" });
    const params = { endpointId };
    await client.createMcpBinding({
      params,
      body: { kind: "resource", toolName: "order", uri: "orders://{id}", functionId: orderId },
    });
    const handbook = {
      kind: "resource" as const,
      toolName: "handbook",
      uri: "docs://handbook",
      content: { text: "# One" },
    };
    ({ id: handbookId } = await client.createMcpBinding({ params, body: handbook }));
    await deploy(client);
  });

  test("a Function's change reaches the listeners of its tenant who may read it, at whichever worker they are", async () => {
    const key = (tenantId: string, scopes?: string[]) =>
      issueKey(client, endpointId, { tenantId, ...(scopes === undefined ? {} : { scopes }) });
    const [acme, globex] = [await key("acme"), await key("globex")];
    const own = await Promise.all([1, 2, 3, 4].map(() => listener(url, acme)));
    const other = await listener(url, globex);
    const blind = await listener(url, await key("acme", ["touch", "resource:handbook"]));
    assert.deepEqual(own[0]!.subscription.honoredFilter, {
      toolsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ["orders://1", "orders://2", "docs://handbook"],
    });
    await own[0]!.client.callTool({ name: "touch", arguments: { id: "1" } });
    await eventually(async () => own.every(({ heard }) => heard.includes("orders://1")) || undefined, 20_000);
    await other.client.callTool({ name: "touch", arguments: { id: "2" } });
    await eventually(async () => other.heard.includes("orders://2") || undefined, 20_000);
    for (const { heard } of own) assert.deepEqual(heard, ["orders://1"]);
    assert.deepEqual([other.heard, blind.heard], [["orders://2"], []]);
    for (const { client: one } of [...own, other, blind]) await one.close();
  });

  test("a deployment tells of the lists and of the kept content that it has changed, and of nothing else", async () => {
    const key = await issueKey(client, endpointId, { tenantId: "acme" });
    const { client: caller, heard } = await listener(url, key);
    const params = { endpointId, bindingId: handbookId };
    await client.updateMcpBinding({ params, body: { content: { text: "# Two" } } });
    await deploy(client);
    await eventually(async () => heard.includes("docs://handbook") || undefined, 20_000);
    assert.ok(!heard.includes("tools") && !heard.includes("orders://1"), heard.join(" "));
    await caller.close();
  });
});
