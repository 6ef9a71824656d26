import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";
import { installClient } from "./install-client.ts";
import { offerShop } from "./offered-shop.ts";
import { runClient } from "./run-client.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const version = "2.12.0";

/** It brings 120 packages, so only the long run downloads it. */
describe("MCP Inspector's command", { skip: full ? false : "long" }, () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  const shop = duringTests(() => offerShop(client));
  let program: string;
  let folder: string;

  before(async () => {
    const packages = await installClient("@modelcontextprotocol/inspector", version);
    program = join(packages, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
    folder = mkdtempSync(join(tmpdir(), "ferrule-inspector-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const era of ["legacy", "modern"]) {
    const ask = async (method: string, ...more: string[]) => {
      const target = ["--cli", shop.url, "--transport", "http", "--header", `x-api-key: ${shop.key}`];
      const args = [program, ...target, "--protocol-era", era, "--format", "json", "-q", "--method", method, ...more];
      const env = { PATH: process.env["PATH"] ?? "", HOME: folder, NO_PROXY: "*" };
      const { status, stdout, stderr } = await runClient(process.execPath, args, { cwd: folder, env });
      assert.equal(status, 0, `${method}: ${stdout}${stderr}`);
      return stdout;
    };

    test(`lists, calls, reads and gets by the ${era} protocol`, async () => {
      assert.match(await ask("tools/list"), /"get_order"/);
      assert.match(
        await ask("tools/call", "--tool-name", "get_order", "--tool-arg", "id=A-1"),
        /Order A-1 is on its way/,
      );
      assert.match(await ask("resources/list"), /"docs:\/\/handbook"/);
      assert.match(await ask("resources/templates/list"), /"orders:\/\/\{id\}"/);
      assert.match(await ask("resources/read", "--uri", "docs://handbook"), /# The handbook of the shop/);
      assert.match(await ask("resources/read", "--uri", "orders://A-7"), /Order A-7/);
      assert.match(await ask("prompts/list"), /"greet"/);
      assert.match(
        await ask("prompts/get", "--prompt-name", "greet", "--prompt-args", "who=Ada"),
        /Greet Ada kindly\./,
      );
      if (era === "modern") assert.match(await ask("skills/list", "--verify"), /skill:\/\/refunds\/SKILL\.md/);
    });
  }
});
