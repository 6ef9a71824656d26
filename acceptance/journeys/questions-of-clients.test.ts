import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { shareThreeWorkers } from "../platform.ts";

/** Asks for a year, then for a page, and says what came of both. */
const asks = `
import type { McpContext } from "ferrule";
export default async function report({ id }: { id: string }, ctx: McpContext): Promise<string> {
  const draft = await ctx.step("draft", () => crypto.randomUUID());
  const year = await ctx.mcp.elicit({ message: "Which year of " + id + "?", name: "year",
    schema: { type: "object", properties: { year: { type: "integer", minimum: 2000 } }, required: ["year"] } });
  if (year.action !== "accept") return "No report: " + year.action;
  const page = await ctx.mcp.elicit({ message: "Sign in.", name: "page", url: "https://shop.example/sign-in" });
  const again = await ctx.step("draft-again", () => draft);
  return "Report of " + id + " for " + year.content.year + ", page " + page.action + ", " + (draft === again ? "one draft" : "two drafts");
}
`;
const info = { name: "journey", version: "1.0.0" };
const capabilities = { elicitation: { form: {}, url: {} } };
const whole = /^Report of A-1 for 2026, page accept, one draft$/;

interface Asked {
  message: string;
  mode?: string | undefined;
}

/** What the three ways of asking have in common, for each official client. */
interface Caller {
  tool: () => Promise<string>;
  resource: () => Promise<string>;
  prompt: () => Promise<string>;
  close: () => Promise<void>;
}

const textOf = (value: unknown): string => /"text":"([^"]*)"/.exec(JSON.stringify(value))?.[1] ?? JSON.stringify(value);
const tool = { name: "report", arguments: { id: "A-1" } };
const resource = { uri: "reports://A-1" };

describe("tools, resources and prompts ask through the official clients, over three workers", () => {
  const platform = duringTests(shareThreeWorkers);
  const owner = duringTests(() => ownerOfProject(platform));
  let url: URL;
  let key: string;

  before(async () => {
    const functionId = await createFunction(owner, "report", asks);
    const { id: endpointId, urls } = await createEndpoint(owner, "mcp", "reports");
    const offer = (body: Parameters<typeof owner.createMcpBinding>[0]["body"]) =>
      owner.createMcpBinding({ params: { endpointId }, body });
    await offer({ toolName: "report", functionId });
    await offer({ kind: "resource", toolName: "report", uri: "reports://{id}", functionId });
    await offer({ kind: "prompt", toolName: "report", functionId });
    url = new URL(urls.development);
    key = await issueKey(owner, endpointId);
    await deploy(owner);
  });

  const transport = () => ({ requestInit: { headers: { "x-api-key": key } } });
  type Answer = (asked: Asked) => { action: "accept" | "decline" | "cancel"; content?: Record<string, number> };

  async function legacy(answer: Answer | null): Promise<Caller> {
    const client = new LegacyClient(info, answer === null ? {} : { capabilities });
    if (answer !== null) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params));
    await client.connect(new LegacyTransport(url, transport()));
    return {
      tool: async () => textOf(await client.callTool(tool)),
      resource: async () => textOf(await client.readResource(resource)),
      prompt: async () => textOf(await client.getPrompt(tool)),
      close: () => client.close(),
    };
  }
  const modern = (mode: "auto" | "legacy") =>
    async function connect(answer: Answer | null): Promise<Caller> {
      const options = { versionNegotiation: { mode } };
      const client = new ModernClient(info, answer === null ? options : { ...options, capabilities });
      if (answer !== null) client.setRequestHandler("elicitation/create", ({ params }) => answer(params));
      await client.connect(new ModernTransport(url, transport()));
      assert.equal(client.getNegotiatedProtocolVersion(), mode === "auto" ? "2026-07-28" : "2025-11-25");
      return {
        tool: async () => textOf(await client.callTool(tool)),
        resource: async () => textOf(await client.readResource(resource)),
        prompt: async () => textOf(await client.getPrompt(tool)),
        close: () => client.close(),
      };
    };
  const clients = { "line 1": legacy, "line 2": modern("auto"), "line 2 with a handshake": modern("legacy") };

  for (const [name, connect] of Object.entries(clients)) {
    test(`${name} answers a form and a page, one after the other`, async () => {
      const asked: Asked[] = [];
      const caller = await connect((one) => {
        asked.push(one);
        return one.mode === "url" ? { action: "accept" } : { action: "accept", content: { year: 2026 } };
      });
      for (const kind of ["tool", "resource", "prompt"] as const) {
        asked.length = 0;
        assert.match(await caller[kind](), whole, kind);
        assert.deepEqual(
          asked.map(({ message }) => message),
          ["Which year of A-1?", "Sign in."],
          kind,
        );
      }
      await caller.close();
    });

    test(`${name} declines and closes questions`, async () => {
      for (const action of ["decline", "cancel"] as const) {
        const caller = await connect(() => ({ action }));
        for (const kind of ["tool", "resource", "prompt"] as const)
          assert.equal(await caller[kind](), `No report: ${action}`, kind);
        await caller.close();
      }
    });

    test(`${name} without the capability gets a sentence that a model understands`, async () => {
      const caller = await connect(null);
      assert.match(await caller.tool(), /Which year of A-1\?/);
      await assert.rejects(caller.resource(), /Which year of A-1\?/);
      await assert.rejects(caller.prompt(), /Which year of A-1\?/);
      await caller.close();
    });
  }
});
