import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { startInProject } from "../../testing/start-in-project.ts";
import type { TestControlPlane } from "../../testing/test-control-plane.ts";

let plane: TestControlPlane;
let client: Client;
before(async () => {
  ({ plane, client } = await startInProject("owner"));
});
after(() => plane[Symbol.asyncDispose]());

interface Revised {
  revision: number;
  updatedAt: string;
}

let made = 0;
const slug = () => `s-${(made += 1)}`;
const source = "export default () => 1;";
const tool = async () => {
  const { id: endpointId } = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: slug() } });
  const { id: functionId } = await client.createFunction({ body: { slug: slug(), source } });
  const body = { functionId, toolName: slug(), description: "It does.", title: "One" };
  return { endpointId, functionId, binding: await client.createMcpBinding({ params: { endpointId }, body }) };
};

/** For each kind of resource: an existing one, an update that changes nothing, and one that does. */
const changes: Record<
  string,
  () => Promise<{ before: Revised; same: () => Promise<Revised>; other: () => Promise<Revised> }>
> = {
  async "a Project"() {
    const before = await client.createProject({ body: { slug: slug(), name: "One" } });
    const change = (name: string) => client.updateProject({ params: { projectId: before.id }, body: { name } });
    return { before, same: () => change("One"), other: () => change("Two") };
  },
  async "a Function"() {
    const inputSchema = { type: "object", properties: { b: {}, a: {} } };
    const before = await client.createFunction({ body: { slug: slug(), source, inputSchema } });
    const change = (schema: Record<string, unknown>) =>
      client.updateFunction({ params: { functionId: before.id }, body: { source, inputSchema: schema as never } });
    return {
      before,
      same: () => change(inputSchema),
      // The order of a schema's fields matters, because forms show it.
      other: () => change({ type: "object", properties: { a: {}, b: {} } }),
    };
  },
  async "a Function, by PUT"() {
    const body = { name: "One", source, permissions: { secrets: ["A"], hosts: [], collections: [], cache: true } };
    const before = await client.createFunction({ body: { slug: slug(), ...body } });
    const change = (name: string) =>
      client.replaceFunction({ params: { functionId: before.id }, body: { ...body, name } });
    return { before, same: () => change("One"), other: () => change("Two") };
  },
  async "an endpoint"() {
    const before = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: slug(), name: "One" } });
    const change = (name: string) =>
      client.updateRuntimeEndpoint({ params: { endpointId: before.id }, body: { name, limits: {} } });
    return { before, same: () => change("One"), other: () => change("Two") };
  },
  async "a tool"() {
    const { endpointId, binding } = await tool();
    const params = { endpointId, bindingId: binding.id };
    const change = (title: string) => client.updateMcpBinding({ params, body: { title, annotations: {} } });
    return { before: binding, same: () => change("One"), other: () => change("Two") };
  },
  async "a policy"() {
    const { endpointId } = await tool();
    const { items } = await client.listEndpointAuthPolicies({ params: { endpointId } });
    const before = items.find(({ environment }) => environment === "development") ?? assert.fail("no policy");
    const { environment, caller, permissions } = before;
    const change = (allowedOrigins: string[]) =>
      client.replaceAuthPolicy({ params: { endpointId }, body: { environment, caller, permissions, allowedOrigins } });
    return { before, same: () => change(before.allowedOrigins), other: () => change(["https://a.example"]) };
  },
  async "a cron"() {
    const { functionId } = await tool();
    const before = await client.createCronBinding({
      body: { functionId, name: "One", schedule: "0 3 * * *", input: { a: 1 } },
    });
    const change = (name: string) =>
      client.updateCronBinding({
        params: { cronBindingId: before.id },
        body: { name, input: { a: 1 }, enabled: true },
      });
    return { before, same: () => change("One"), other: () => change("Two") };
  },
  async "a collection"() {
    const body = { name: slug().replace("-", ""), schema: { type: "object" }, description: "One", indexes: ["a"] };
    const before = await client.createDataCollection({ body });
    const change = (description: string) =>
      client.updateDataCollection({ params: { collectionId: before.id }, body: { description, indexes: ["a"] } });
    return { before, same: () => change("One"), other: () => change("Two") };
  },
  async "a user"() {
    const { id } = await plane.createUser("developer");
    const before =
      (await client.listUsers({ query: {} })).items.find((user) => user.id === id) ?? assert.fail("no user");
    const change = (name: string) => client.updateUser({ params: { userId: id }, body: { name } });
    return { before, same: () => change(before.name), other: () => change("Two") };
  },
};

for (const [name, prepare] of Object.entries(changes)) {
  test(`${name} that is changed to what it is has no new revision, and one that differs has`, async () => {
    const { before, same, other } = await prepare();
    const unchanged = await same();
    assert.deepEqual([unchanged.revision, unchanged.updatedAt], [before.revision, before.updatedAt]);
    assert.equal((await other()).revision, before.revision + 1);
  });
}

test("a Function that is saved unchanged has no new version either", async () => {
  const { id: functionId } = await client.createFunction({ body: { slug: slug(), source } });
  for (let round = 0; round < 3; round += 1) await client.updateFunction({ params: { functionId }, body: { source } });
  assert.equal((await client.listFunctionVersions({ params: { functionId }, query: {} })).items.length, 1);
});
