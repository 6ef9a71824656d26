import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { addTool, createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";

const order = `
import { FunctionError, type Complete, type McpContext } from "ferrule";
/** An order of the shop. */
export default function order({ id }: { id: string }, ctx: McpContext) {
  if (id === "404") throw new FunctionError("NOT_FOUND", "There is no such order.");
  if (id === "label") return { blob: "AAECAw==", mimeType: "image/png" };
  return { text: "Order " + id + " at " + ctx.mcp.uri, mimeType: "text/markdown" };
}
export const complete: Complete = ({ argument, value }) => ["A-1", "A-2", "B-1"].filter((id) => argument === "id" && id.startsWith(value));
`;
const bytes = `
import type { McpResource } from "ferrule";
export default async (): Promise<McpResource> => new TextEncoder().encode("bytes");
`;
const review = `
import type { McpPrompt } from "ferrule";
/** Reviews code. */
export default ({ code, language }: { code: string; language?: "python" | "typescript" }): McpPrompt => ({
  messages: [
    { role: "user", content: "Review this " + (language ?? "code") + ": " + code },
    { role: "assistant", content: { type: "resource_link", uri: "docs://handbook", name: "handbook" } },
  ],
});
`;
const skill = "---\nname: refunds\ndescription: Pays money back.\n---\n\n# Refunds\n";
const info = { name: "journey", version: "1.0.0" };
const said = (role: string, text: string) => ({ role, content: { type: "text", text } });

describe("resources and prompts, through the gateway, with the official clients", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let url: URL;
  let key: string;
  let narrowKey: string;
  let mcpId: string;

  before(async () => {
    const { id: endpointId, urls } = await createEndpoint(client, "mcp", "assistant");
    const offer = (body: Parameters<typeof client.createMcpBinding>[0]["body"]) =>
      client.createMcpBinding({ params: { endpointId }, body });
    const [orderId, bytesId, reviewId] = await Promise.all([
      createFunction(client, "order", order),
      createFunction(client, "bytes", bytes),
      createFunction(client, "review", review),
    ]);
    await addTool(client, endpointId, { functionId: orderId, toolName: "get_order" });
    await offer({
      kind: "resource",
      toolName: "handbook",
      title: "The handbook",
      uri: "docs://handbook",
      mimeType: "text/markdown",
      content: { text: "# Handbook 你好" },
      audience: ["user"],
    });
    const refunds = { toolName: "refunds", uri: "skill://refunds/SKILL.md", content: { text: skill } };
    await offer({ kind: "resource", mimeType: "text/markdown", ...refunds });
    await offer({ kind: "resource", toolName: "bytes", uri: "docs://bytes", functionId: bytesId });
    await offer({ kind: "resource", toolName: "order", uri: "orders://{id}", functionId: orderId });
    await offer({ kind: "prompt", toolName: "review", functionId: reviewId });
    await offer({
      kind: "prompt",
      toolName: "greet",
      arguments: [{ name: "who", required: true, values: ["Ada", "Bola"] }],
      messages: [{ role: "user", text: "Greet {{who}}." }],
    });
    key = await issueKey(client, endpointId);
    narrowKey = await issueKey(client, endpointId, { scopes: ["prompt:greet", "resource:handbook"] });
    url = new URL(urls.development);
    mcpId = endpointId;
    await deploy(client);
  });

  const transport = (given: string) => ({ requestInit: { headers: { "x-api-key": given } } });
  /** A client of the handshake's revisions, and one of each mode of the other line. */
  const connect = {
    async "line 1"(given: string) {
      const one = new LegacyClient(info);
      await one.connect(new LegacyTransport(url, transport(given)));
      return one;
    },
    async "line 2"(given: string) {
      const one = new ModernClient(info, { versionNegotiation: { mode: "auto" } });
      await one.connect(new ModernTransport(url, transport(given)));
      return one;
    },
    async "line 2 with a handshake"(given: string) {
      const one = new ModernClient(info, { versionNegotiation: { mode: "legacy" } });
      await one.connect(new ModernTransport(url, transport(given)));
      return one;
    },
  };

  for (const [name, open] of Object.entries(connect)) {
    test(`${name} lists and reads resources, kept ones and those of Functions`, async () => {
      const mcp = await open(key);
      try {
        const { resources } = await mcp.listResources();
        assert.deepEqual(
          resources.map((one) => [one.name, one.uri, one.mimeType, one.size]),
          [
            ["bytes", "docs://bytes", undefined, undefined],
            ["handbook", "docs://handbook", "text/markdown", 17],
            ["refunds", "skill://refunds/SKILL.md", "text/markdown", skill.length],
          ],
        );
        const { resourceTemplates } = await mcp.listResourceTemplates();
        assert.deepEqual(
          resourceTemplates.map((one) => [one.name, one.uriTemplate, one.description]),
          [["order", "orders://{id}", "An order of the shop."]],
        );
        const read = async (uri: string) => (await mcp.readResource({ uri })).contents;
        assert.deepEqual(await read("docs://handbook"), [
          { uri: "docs://handbook", mimeType: "text/markdown", text: "# Handbook 你好" },
        ]);
        assert.deepEqual(await read("orders://A%2F1"), [
          { uri: "orders://A%2F1", mimeType: "text/markdown", text: "Order A/1 at orders://A%2F1" },
        ]);
        assert.deepEqual(await read("orders://label"), [
          { uri: "orders://label", mimeType: "image/png", blob: "AAECAw==" },
        ]);
        assert.deepEqual(await read("docs://bytes"), [
          { uri: "docs://bytes", mimeType: "application/octet-stream", blob: btoa("bytes") },
        ]);
        for (const uri of ["orders://404", "docs://other", "orders://..%2Fx"])
          await assert.rejects(read(uri), /Resource not found/);
      } finally {
        await mcp.close();
      }
    });
    test(`${name} lists and gets prompts, and completes arguments`, async () => {
      const mcp = await open(key);
      try {
        const { prompts } = await mcp.listPrompts();
        assert.deepEqual(
          prompts.map((one) => [one.name, one.arguments?.map((argument) => `${argument.name} ${argument.required}`)]),
          [
            ["greet", ["who true"]],
            ["review", ["code true", "language false"]],
          ],
        );
        const greeting = await mcp.getPrompt({ name: "greet", arguments: { who: "Ada" } });
        assert.deepEqual(greeting.messages, [said("user", "Greet Ada.")]);
        const reviewed = await mcp.getPrompt({ name: "review", arguments: { code: "1", language: "python" } });
        assert.deepEqual(reviewed.messages, [
          said("user", "Review this python: 1"),
          { role: "assistant", content: { type: "resource_link", uri: "docs://handbook", name: "handbook" } },
        ]);
        await assert.rejects(mcp.getPrompt({ name: "greet", arguments: {} }), /who: is required/);
        const completed = async (ref: Parameters<typeof mcp.complete>[0]["ref"], argument: string, value: string) =>
          (await mcp.complete({ ref, argument: { name: argument, value } })).completion.values;
        const template = { type: "ref/resource", uri: "orders://{id}" } as const;
        assert.deepEqual(await completed(template, "id", "A"), ["A-1", "A-2"]);
        assert.deepEqual(await completed({ type: "ref/prompt", name: "greet" }, "who", "b"), ["Bola"]);
        assert.deepEqual(await completed({ type: "ref/prompt", name: "review" }, "language", "t"), [
          "typescript",
          "python",
        ]);
      } finally {
        await mcp.close();
      }
    });
    test(`${name} with a key for some names sees only those`, async () => {
      const mcp = await open(narrowKey);
      try {
        const capabilities = mcp.getServerCapabilities();
        const isTold = name === "line 2";
        assert.deepEqual(capabilities, {
          resources: isTold ? { listChanged: true, subscribe: true } : {},
          prompts: isTold ? { listChanged: true } : {},
          completions: {},
        });
        assert.deepEqual(
          (await mcp.listResources()).resources.map((one) => one.name),
          ["handbook"],
        );
        assert.deepEqual(
          (await mcp.listPrompts()).prompts.map((one) => one.name),
          ["greet"],
        );
        await assert.rejects(mcp.readResource({ uri: "orders://A-1" }), /Resource not found/);
      } finally {
        await mcp.close();
      }
    });
  }

  test("discovery is what the lists of a caller with every right say", async () => {
    const caller = await connect["line 1"](key);
    const { resources } = await caller.listResources();
    const { resourceTemplates } = await caller.listResourceTemplates();
    const { prompts } = await caller.listPrompts();
    await caller.close();
    const found = (await client.getDiscovery({ params: { endpointId: mcpId }, query: {} })) as Record<string, unknown>;
    assert.deepEqual(
      [found["resources"], found["resourceTemplates"], found["prompts"]],
      [resources, resourceTemplates, prompts],
    );
  });
});
