import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Environment } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addTool, createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

const uri = "docs://handbook";

describe("contents and messages that a Project keeps", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => platform.signInAsOwner());
  const foreign = { endpointId: "", functionId: "", bindingId: "" };
  const bindings = { handbook: "", greet: "" };
  const callers = {} as Record<Environment, { client: Client; heard: string[] }>;
  let endpointId: string;

  /** Connects a client that listens. */
  async function connect(url: string, key: string) {
    const one = new Client({ name: "journey", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    await one.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { "x-api-key": key } } }),
    );
    const heard: string[] = [];
    one.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    one.setNotificationHandler("notifications/prompts/list_changed", () => void heard.push("prompts"));
    await one.listen({ promptsListChanged: true, resourceSubscriptions: [uri] });
    return { client: one, heard };
  }

  before(async () => {
    await openProject(client);
    foreign.functionId = await createFunction(client, "theirs", "export default () => 1;");
    foreign.endpointId = (await createEndpoint(client, "mcp", "theirs")).id;
    const theirs = { kind: "resource" as const, toolName: "theirs", uri: "docs://theirs", content: { text: "theirs" } };
    foreign.bindingId = (await addTool(client, foreign.endpointId, theirs)).id;

    await openProject(client);
    const endpoint = await createEndpoint(client, "mcp", "assistant");
    endpointId = endpoint.id;
    const handbook = { kind: "resource" as const, toolName: "handbook", uri, content: { text: "one" } };
    bindings.handbook = (await addTool(client, endpointId, handbook)).id;
    const greet = { kind: "prompt" as const, toolName: "greet", messages: [{ role: "user" as const, text: "one" }] };
    bindings.greet = (await addTool(client, endpointId, greet)).id;
    const first = await deploy(client);
    await released(first.projectDeploymentId);
    for (const environment of ["development", "production"] as const)
      callers[environment] = await connect(
        endpoint.urls[environment],
        await issueKey(client, endpointId, { environment }),
      );
  });

  async function completed({ id: projectDeploymentId }: { id: string }): Promise<void> {
    await eventually(async () => {
      const { status } = await client.getDeployment({ params: { projectDeploymentId } });
      return status === "completed" ? true : undefined;
    }, 30_000);
  }
  const released = async (projectDeploymentId: string) =>
    completed(await client.releaseDeployment({ body: { projectDeploymentId } }));

  async function textsIn(environment: Environment): Promise<string[]> {
    const { client: caller } = callers[environment];
    const { contents } = await caller.readResource({ uri });
    const { messages } = await caller.getPrompt({ name: "greet" });
    return [...JSON.stringify([contents, messages]).matchAll(/"text":"([^"]*)"/g)].map(([, text = ""]) => text);
  }
  const hears = (environment: Environment) =>
    eventually(async () => (callers[environment].heard.splice(0).includes(uri) ? true : undefined), 20_000);

  test("are released and rolled back with everything else, and those who listen hear of it", async () => {
    assert.deepEqual(
      [await textsIn("development"), await textsIn("production")],
      [
        ["one", "one"],
        ["one", "one"],
      ],
    );
    const params = { endpointId };
    await client.updateMcpBinding({
      params: { ...params, bindingId: bindings.handbook },
      body: { content: { text: "two" } },
    });
    await client.updateMcpBinding({
      params: { ...params, bindingId: bindings.greet },
      body: { messages: [{ role: "user", text: "two" }] },
    });
    const { projectDeploymentId } = await deploy(client);
    await hears("development");
    assert.deepEqual(
      [await textsIn("development"), await textsIn("production")],
      [
        ["two", "two"],
        ["one", "one"],
      ],
    );
    assert.deepEqual(callers.production.heard, []);

    await released(projectDeploymentId);
    await hears("production");
    assert.deepEqual(await textsIn("production"), ["two", "two"]);

    const { items } = await client.listDeployments({ query: { target: "production" } });
    const active = items.find((one) => one.active) ?? assert.fail("production serves something");
    await completed(
      await client.rollbackDeployment({ params: { projectDeploymentId: active.projectDeploymentId }, body: {} }),
    );
    await hears("production");
    assert.deepEqual(
      [await textsIn("development"), await textsIn("production")],
      [
        ["two", "two"],
        ["one", "one"],
      ],
    );
    for (const { client: caller } of Object.values(callers)) await caller.close();
  });

  test("nothing of another Project can be offered, read or changed by its id", async () => {
    const notFound = { code: "NOT_FOUND" };
    const own = { endpointId };
    for (const body of [
      { kind: "resource" as const, toolName: "stolen", uri: "docs://stolen", functionId: foreign.functionId },
      { kind: "prompt" as const, toolName: "stolen", functionId: foreign.functionId },
      { toolName: "stolen", functionId: foreign.functionId },
    ])
      await assert.rejects(client.createMcpBinding({ params: own, body }), notFound);
    const kept = { kind: "resource" as const, toolName: "mine", uri: "docs://mine", content: { text: "mine" } };
    await assert.rejects(client.createMcpBinding({ params: { endpointId: foreign.endpointId }, body: kept }), notFound);
    for (const params of [
      { endpointId: foreign.endpointId, bindingId: foreign.bindingId },
      { endpointId, bindingId: foreign.bindingId },
      { endpointId: foreign.endpointId, bindingId: bindings.handbook },
    ]) {
      await assert.rejects(client.getMcpBinding({ params }), notFound);
      await assert.rejects(client.updateMcpBinding({ params, body: { content: { text: "x" } } }), notFound);
      await assert.rejects(client.deleteMcpBinding({ params }), notFound);
    }
    await assert.rejects(
      client.updateMcpBinding({
        params: { endpointId, bindingId: bindings.handbook },
        body: { content: null, functionId: foreign.functionId },
      }),
      notFound,
    );
  });
});
