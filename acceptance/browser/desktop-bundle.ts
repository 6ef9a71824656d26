import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { unzipSync } from "fflate";
import { eventually } from "../eventually.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

/** What the journey reads of a manifest (MCPB). */
interface Manifest {
  display_name: string;
  icon: string;
  server: { mcp_config: { command: string; args: string[]; env: Record<string, string> } };
  user_config: { api_key: { sensitive: boolean } };
}

const patienceMs = 40_000;

describe("a bundle for Claude Desktop", () => {
  let shown: TestConsole;
  let folder: string;
  before(async () => {
    shown = await shareConsole("keeping");
    folder = mkdtempSync(join(tmpdir(), "ferrule-bundle-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Connects to the server of the bundle as Claude Desktop does, by MCP's own client. */
  async function connect({ server }: Manifest, key: string, mode: "legacy" | "auto"): Promise<Client> {
    const given = (text: string) => text.replace("${__dirname}", folder).replace("${user_config.api_key}", key);
    const { command, args, env } = server.mcp_config;
    assert.equal(command, "node");
    const client = new Client({ name: "claude-ai", version: "1.0.0" }, { versionNegotiation: { mode } });
    const filled = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, given(value)]));
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: args.map(given), env: filled, stderr: "ignore" }),
    );
    return client;
  }

  test("is saved without the key, asks for it, and its server passes the tools on", async () => {
    const { items } = await shown.client.listRuntimeEndpoints({ query: { q: "assistant" } });
    const endpoint = items.find(({ slug }) => slug === "assistant") ?? assert.fail("no MCP Endpoint in the demo");
    const body = { name: "Claude Desktop", environment: "development" } as const;
    const params = { endpointId: endpoint.id };
    const { id: keyId, value: key } = await shown.client.createApiKey({ params, body });
    const page = await shown.open(`/endpoints/${endpoint.id}?tab=connect&client=claude-desktop`);
    const save = page.getByRole("button", { name: "Download for Claude Desktop" });
    await save.waitFor();
    await page.getByText(/^Open it in Claude Desktop, which asks for the key/).waitFor();
    await shown.check(page, "endpoint-connect-bundle", true);
    const [file] = await Promise.all([page.waitForEvent("download"), save.click()]);
    assert.equal(file.suggestedFilename(), "assistant.mcpb");
    const files = unzipSync(readFileSync(await file.path()));
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const text = readFileSync(join(folder, "manifest.json"), "utf8");
    assert.doesNotMatch(text, /fer_key_\w/);
    const manifest = JSON.parse(text) as Manifest;
    assert.equal(manifest.display_name, "Shop assistant (Development)");
    assert.equal(manifest.user_config.api_key.sensitive, true);
    const icon = readFileSync(join(folder, manifest.icon));
    assert.deepEqual([icon.toString("latin1", 1, 4), icon.readUInt32BE(16), icon.readUInt32BE(20)], ["PNG", 512, 512]);

    for (const mode of ["legacy", "auto"] as const) {
      // A worker learns of a new key within a second.
      const client = await eventually(() => connect(manifest, key, mode).catch(() => undefined), patienceMs);
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === "look_up_order"));
      const result = await client.callTool({ name: "look_up_order", arguments: { orderId: "A-1001" } });
      assert.match(JSON.stringify(result.content), /A-1001/);
      await client.close();
    }
    await assert.rejects(connect(manifest, "fer_key_wrong", "legacy"), /key/i);
    await shown.client.deleteApiKey({ params: { ...params, keyId } });
  });
});
