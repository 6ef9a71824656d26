import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { freePorts } from "@ferrule/kit/network/free-ports.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";
import { allow } from "../sign-in/scripted-browser.ts";

const suite = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist",
  "index.js",
);

const platform = duringTests(shareTestPlatform);
const owner = duringTests(() => ownerOfProject(platform));

/** Runs the suite, plays the person who allows each printed address, and returns all its output. */
async function runSuite(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [suite, "authorization", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  let allowed: Promise<unknown> = Promise.resolve();
  const asked = new Set<string>();
  child.stdout.on("data", (part: Buffer) => {
    said += part.toString();
    // An address may come in two pieces.
    for (const [url] of said.matchAll(/http\S+\/oauth\/authorize\?\S+(?=\s)/g)) {
      if (asked.has(url)) continue;
      asked.add(url);
      allowed = allow(owner, url).then((back) => fetch(back));
    }
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  await allowed;
  assert.equal(code, 0, said);
  return said;
}

test("the conformance suite's scenarios for authorization servers pass", async () => {
  const { id: endpointId, urls } = await createEndpoint(owner, "mcp", "conformance");
  const params = { endpointId };
  const environment = "development" as const;
  const caller = { mode: "oauth" as const, oauth: { registration: true } };
  await owner.replaceAuthPolicy({ params, body: { environment, caller } });
  const [port = 0] = await freePorts(1);
  const redirectUris = [`http://127.0.0.1:${port}/callback`];
  const body = { use: "person" as const, name: "Conformance", environment, redirectUris };
  const { id: clientId } = await owner.createOauthClient({ params, body });
  const resource = urls.development;
  const asked = { url: new URL(resource).origin, "client-id": clientId, resource, port: String(port) };
  const said = await runSuite(Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value]));
  assert.match(said, /authorization-server-metadata-endpoint: \d+ passed, 0 failed/);
  assert.match(said, /authorization-code-grant: \d+ passed, 0 failed/);
});
