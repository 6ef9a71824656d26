import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { keyValue } from "../../testing/deployed.ts";
import { internalToken, startTestWorker } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const requestInit = { headers: { "x-api-key": keyValue, "x-internal-token": internalToken } };
const info = { name: "official", version: "1.0.0" };
const text = (said: string) => [{ type: "text", text: said }];

describe("the official clients", () => {
  const worker = duringTests(() => startTestWorker({ functions: tools, behaviours }));

  test("line 1 initializes, lists, calls, hears progress and reads errors", async () => {
    const client = new LegacyClient(info);
    await client.connect(new LegacyTransport(new URL(worker.mcpUrl), { requestInit }));
    try {
      assert.equal(client.getServerVersion()?.name, "tools");
      const { tools: listed } = await client.listTools();
      assert.ok(listed.some(({ name }) => name === "echo"));
      const echo = await client.callTool({ name: "echo", arguments: { text: "hi" } });
      assert.deepEqual(echo.structuredContent, { text: "hi" });
      const seen: number[] = [];
      const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
      const steps = await client.callTool({ name: "steps" }, undefined, { onprogress });
      assert.deepEqual([seen, steps.content], [[0, 50, 100], text("done")]);
      const failed = await client.callTool({ name: "fails" });
      assert.deepEqual([failed.isError, failed.content], [true, text("No order A-1")]);
      assert.equal((await client.callTool({ name: "echo", arguments: {} })).isError, true);
      await assert.rejects(client.callTool({ name: "nobody" }), /Unknown tool: nobody/);
      await client.ping();
    } finally {
      await client.close();
    }
  });
  for (const mode of ["auto", "legacy"] as const) {
    test(`line 2 in mode ${mode} connects, lists, calls, hears progress and reads errors`, async () => {
      const client = new ModernClient(info, { versionNegotiation: { mode } });
      await client.connect(new ModernTransport(new URL(worker.mcpUrl), { requestInit }));
      try {
        assert.equal(client.getNegotiatedProtocolVersion(), mode === "auto" ? "2026-07-28" : "2025-11-25");
        const { tools: listed } = await client.listTools();
        assert.ok(listed.some(({ name }) => name === "echo"));
        const echo = await client.callTool({ name: "echo", arguments: { text: "hi" } });
        assert.deepEqual(echo.structuredContent, { text: "hi" });
        const region = await client.callTool({ name: "region", arguments: { region: "zürich ", count: 4 } });
        assert.deepEqual(region.structuredContent, { region: "zürich ", count: 4 });
        const seen: number[] = [];
        const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
        const steps = await client.callTool({ name: "steps" }, { onprogress });
        assert.deepEqual([seen, steps.content], [[0, 50, 100], text("done")]);
        const failed = await client.callTool({ name: "fails" });
        assert.deepEqual([failed.isError, failed.content], [true, text("No order A-1")]);
        await assert.rejects(client.callTool({ name: "nobody" }), /Unknown tool: nobody/);
      } finally {
        await client.close();
      }
    });
  }
});
