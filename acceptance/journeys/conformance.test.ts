import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import { fixtureContents, fixtureFunctions } from "../conformance/fixture.ts";
import { createKeyAddingProxy } from "../conformance/key-adding-proxy.ts";
import { extensionScenarios, notOffered } from "../conformance/not-offered.ts";
import { addTool, createEndpoint, deploy, issueKey, openProject } from "../deploy.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";

const suite = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist",
  "index.js",
);

/** Runs the suite with these arguments, and returns what it says. */
async function runSuite(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [suite, "server", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}

/** Runs every scenario of a revision against `url`. Returns the scenarios that failed, and how many checks passed. */
async function failedScenarios(url: string, revision: string) {
  const output = await runSuite(["--url", url, "--spec-version", revision, "--suite", "all"]);
  const failed = [...output.matchAll(/^✗ ([\w-]+):/gm)].map((match) => match[1] ?? "");
  const passed = Number(/^Total: (\d+) passed/m.exec(output)?.[1] ?? 0);
  return { failed, passed, output };
}

describe("the official MCP conformance suite", { concurrency: 4 }, () => {
  let platform: TestPlatform;
  let proxy: Server;
  let url: string;

  before(async () => {
    // The proxy's address is the public one, so Ferrule treats its origin as its own.
    const port = await freePort();
    platform = await startTestPlatform({ publicUrl: `http://localhost:${port}` });
    const client = await platform.signInAsOwner();
    await openProject(client);
    const endpoint = await createEndpoint(client, "mcp", "conformance");
    for (const { slug, source, inputSchema, binding } of fixtureFunctions) {
      const { id } = await client.createFunction({ body: { slug, source, inputSchema } });
      await addTool(client, endpoint.id, { functionId: id, ...binding });
    }
    for (const body of fixtureContents) await addTool(client, endpoint.id, body);
    const key = await issueKey(client, endpoint.id);
    await deploy(client);
    const { pathname } = new URL(endpoint.urls.development);
    proxy = createKeyAddingProxy(`http://127.0.0.1:${platform.port}${pathname}`, key);
    await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
    url = `http://localhost:${port}/mcp`;
  });
  after(async () => {
    proxy?.closeAllConnections();
    proxy?.close();
    await platform?.stop();
  });

  for (const [revision, { expected, least }] of Object.entries(notOffered)) {
    test(`${revision}: everything that is offered passes`, async () => {
      const { failed, passed, output } = await failedScenarios(url, revision);
      assert.ok(passed >= least, output.slice(-3_000));
      assert.deepEqual(failed.toSorted(), expected.toSorted(), output.slice(-5_000));
    });
  }

  for (const scenario of extensionScenarios) {
    test(`${scenario} passes without warnings`, async () => {
      const output = await runSuite(["--url", url, "--scenario", scenario]);
      assert.match(output, /^Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings$/m, output.slice(-5_000));
    });
  }
});
