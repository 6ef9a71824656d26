import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ConfirmedNames } from "@ferrule/contract/resources/confirmation.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { askedId, confirm, startHostileScene } from "./testing/start-hostile-scene.ts";

const scene = duringTests(startHostileScene);

describe("what a person reads before an agent deletes", () => {
  const source = "export default () => 1;";

  /** Asks for a deletion, and returns what the person sees. */
  async function asked(input: { kind: string; name: string; of?: string }) {
    const confirmationId = askedId((await scene.agent.call("delete", input)).said);
    return scene.owner.getConfirmation({ params: { confirmationId } });
  }

  async function offer(slug: string, kind: "mcp" | "http" = "mcp") {
    const { id: functionId } = await scene.owner.createFunction({ body: { slug, source } });
    const { id: endpointId } = await scene.owner.createRuntimeEndpoint({ body: { kind, slug } });
    const addTool = (toolName: string) =>
      scene.owner.createMcpBinding({ params: { endpointId }, body: { functionId, toolName, description: "A tool" } });
    return { functionId, endpointId, addTool };
  }

  const groupsOf = ({ detail }: Awaited<ReturnType<typeof asked>>): ConfirmedNames[] => {
    assert.equal(detail?.kind, "names");
    return detail.groups;
  };

  test("an endpoint: the names of its tools and keys, the first hundred of each, and how many more", async () => {
    const { endpointId, addTool } = await offer("crowded");
    for (let count = 0; count < 103; count += 1) await addTool(`tool_${String(count).padStart(3, "0")}`);
    const params = { endpointId };
    for (const name of ["shop", "gone"]) {
      const { id: keyId } = await scene.owner.createApiKey({ params, body: { name, environment: "development" } });
      if (name === "gone") await scene.owner.deleteApiKey({ params: { endpointId, keyId } });
    }
    const seen = await asked({ kind: "endpoint", name: "crowded" });
    const [tools, keys] = groupsOf(seen);
    assert.deepEqual([tools?.what, tools?.names.length, tools?.more], ["Tools, resources and prompts", 100, 3]);
    assert.equal(tools?.names[0], "tool_000");
    assert.deepEqual(keys, { what: "API keys", names: ["shop (development)"], more: 0 });
  });

  test("an API: the methods and paths of its routes", async () => {
    const { functionId, endpointId } = await offer("api", "http");
    const route = { functionId, method: "GET" as const, path: "/orders/{orderId}" };
    await scene.owner.createHttpBinding({ params: { endpointId }, body: route });
    const groups = groupsOf(await asked({ kind: "endpoint", name: "api" }));
    assert.deepEqual(groups, [{ what: "Routes", names: ["GET /orders/{orderId}"], more: 0 }]);
    const { title } = await asked({ kind: "route", name: "GET /orders/{orderId}", of: "api" });
    assert.equal(title, "Delete the route GET /orders/{orderId} of the endpoint api.");
  });

  test("a tool: its endpoint, and the Function that stays", async () => {
    const { addTool } = await offer("named");
    await addTool("orders_find");
    const { title, effects, detail } = await asked({ kind: "tool", name: "orders_find", of: "named" });
    assert.equal(title, "Delete the tool orders_find of the endpoint named.");
    assert.ok(effects.some(({ said }) => said === "It calls the Function named, which stays."));
    assert.equal(detail, null);
  });

  test("a Function: its test cases", async () => {
    const { id: functionId } = await scene.owner.createFunction({ body: { slug: "tested", source } });
    const params = { functionId };
    for (const name of ["Zurich", "Bern"]) await scene.owner.createTestCase({ params, body: { name, input: {} } });
    const groups = groupsOf(await asked({ kind: "function", name: "tested" }));
    assert.deepEqual(groups, [{ what: "Test cases", names: ["Bern", "Zurich"], more: 0 }]);
    const { title } = await asked({ kind: "test_case", name: "Bern", of: "tested" });
    assert.equal(title, "Delete the test case Bern of the Function tested.");
  });

  test("what was confirmed does not count once something else would go with it", async () => {
    const { endpointId, addTool } = await offer("growing");
    await addTool("first");
    const input = { kind: "endpoint", name: "growing" };
    const { id: confirmationId, digest } = await asked(input);
    await confirm(scene.owner, { confirmationId, digest });
    await addTool("second");
    const again = await asked(input);
    assert.notEqual(again.id, confirmationId);
    assert.deepEqual(groupsOf(again)[0]?.names, ["first", "second"]);
    await confirm(scene.owner, { confirmationId: again.id, digest: again.digest });
    assert.equal((await scene.agent.call("delete", input)).said["deleted"], "endpoint growing");
    const { items } = await scene.owner.listAuditEvents({
      query: { targetId: endpointId, action: "runtime-endpoint.delete" },
    });
    assert.deepEqual((items[0]?.changes["goesWith"] as ConfirmedNames[] | undefined)?.[0]?.names, ["first", "second"]);
  });
});
