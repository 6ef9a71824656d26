import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { deployed } from "../../testing/released.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

test("names what callers can call, first what the deployment changed", async () => {
  const author = await startAuthor(scene);
  const { client } = author;
  const offersOf = async (id: string) =>
    (await client.getDeploymentOffers({ params: { projectDeploymentId: id } })).offers.map(
      ({ endpointId, name, kind, changed }) => ({ endpointId, name, kind, changed }),
    );
  const [one, two] = [await author.addFunction("one"), await author.addFunction("two")];
  const desk = await author.addEndpoint("desk");
  const shop = await author.addEndpoint("shop", "http");
  await author.bindTool(desk, one, "look_up");
  const off = await author.bindTool(desk, two, "off");
  const body = { functionId: two, method: "GET", path: "/orders/{orderId}" } as const;
  await client.createHttpBinding({ params: { endpointId: shop }, body });
  const kept = { uri: "docs://handbook", content: { text: "# Handbook" } };
  const handbook = { kind: "resource" as const, toolName: "handbook", ...kept };
  const { id: resource } = await client.createMcpBinding({ params: { endpointId: desk }, body: handbook });
  const review = { kind: "prompt" as const, toolName: "look_up", messages: [{ role: "user" as const, text: "Look." }] };
  await client.createMcpBinding({ params: { endpointId: desk }, body: review });
  const queued = await author.deploy();
  assert.deepEqual(await offersOf(queued.id), [], "nothing is built yet");
  await author.cancel(queued.id);
  const first = await deployed(scene, author);
  assert.equal((await offersOf(first.id)).filter(({ changed }) => changed).length, 5);

  await client.updateFunction({ params: { functionId: two }, body: { source: "// edited" } });
  await client.updateMcpBinding({ params: { endpointId: desk, bindingId: off }, body: { enabled: false } });
  const content = { text: "# The handbook" };
  await client.updateMcpBinding({ params: { endpointId: desk, bindingId: resource }, body: { content } });
  const second = await deployed(scene, author);
  assert.deepEqual(await offersOf(second.id), [
    { endpointId: desk, name: "resource:handbook", kind: "mcp", changed: true },
    { endpointId: shop, name: "GET /orders/{orderId}", kind: "http", changed: true },
    { endpointId: desk, name: "look_up", kind: "mcp", changed: false },
    { endpointId: desk, name: "prompt:look_up", kind: "mcp", changed: false },
  ]);
  const other = await startAuthor(scene);
  const foreign = other.client.getDeploymentOffers({ params: { projectDeploymentId: second.id } });
  await assert.rejects(foreign, { code: "NOT_FOUND" });
});
