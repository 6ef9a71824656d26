import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { arch, platform as system, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";
import { installClient } from "./install-client.ts";
import { startMockModel, type Reply } from "./mock-model.ts";
import { offerShop } from "./offered-shop.ts";
import { runClient } from "./run-client.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const version = "2.1.332";

/** Its program is 400 MB, so only the long run downloads it. The model is ours, and nothing leaves this machine. */
describe("Claude Code with a model that we play", { skip: full ? false : "long" }, () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  const shop = duringTests(() => offerShop(client));
  const model = duringTests(startMockModel);
  let claude: string;
  let folder: string;

  before(async () => {
    const packages = await installClient("@anthropic-ai/claude-code", version);
    claude = join(packages, `@anthropic-ai/claude-code-${system()}-${arch()}`, "claude");
    folder = mkdtempSync(join(tmpdir(), "ferrule-claude-"));
    const server = { type: "http", url: shop.url, headers: { "x-api-key": shop.key } };
    writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers: { shop: server } }));
    // The person who answers questions.
    const answer = { hookEventName: "Elicitation", action: "accept", content: { euros: 42 } };
    writeFileSync(join(folder, "answer.json"), JSON.stringify({ hookSpecificOutput: answer }));
    const hooks = { Elicitation: [{ hooks: [{ type: "command", command: `cat ${join(folder, "answer.json")}` }] }] };
    writeFileSync(join(folder, "settings.json"), JSON.stringify({ hooks }));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a session in which the model replies like this. Returns what the model was told. */
  async function session(prompt: string, replies: Reply[], more: string[] = []): Promise<string> {
    model.script(...replies);
    const args = ["-p", prompt, "--mcp-config", join(folder, "mcp.json"), "--strict-mcp-config"];
    const { status, stdout, stderr } = await runClient(claude, [...args, "--allowedTools", "mcp__shop", ...more], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: "none",
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        ENABLE_TOOL_SEARCH: "false",
      },
    });
    assert.equal(status, 0, stdout + stderr);
    return model.told();
  }

  test("calls a tool, and reads what is wrong with one that fails", async () => {
    const call = (id: string): Reply => ({ tool: "mcp__shop__get_order", input: { id } });
    const told = await session("Where is my order?", [call("A-1"), call("404")]);
    assert.match(told, /Order A-1 is on its way/);
    assert.match(told, /There is no such order/);
    const names = model.requests.flatMap(({ tools = [] }) => tools.map(({ name }) => name));
    assert.ok(names.includes("mcp__shop__refund"), names.join());
  });

  test("reads resources", async () => {
    const told = await session("What does the handbook say?", [
      { tool: "ListMcpResourcesTool", input: { server: "shop" } },
      { tool: "ReadMcpResourceTool", input: { server: "shop", uri: "docs://handbook" } },
      { tool: "ReadMcpResourceTool", input: { server: "shop", uri: "orders://A-7" } },
    ]);
    assert.match(told, /docs:\/\/handbook/);
    assert.match(told, /# The handbook of the shop/);
    assert.match(told, /Order A-7 is on its way/);
  });

  test("offers a prompt as a command", async () => {
    const told = await session("/mcp__shop__greet Ada", []);
    assert.match(told, /Greet Ada kindly\./);
  });

  test("asks the person on a tool's behalf", async () => {
    const told = await session(
      "Refund A-1",
      [{ tool: "mcp__shop__refund", input: { id: "A-1" } }],
      ["--settings", join(folder, "settings.json")],
    );
    assert.match(told, /Refunded 42 euros of A-1/);
  });
});
