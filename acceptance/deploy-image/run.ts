import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createClient } from "@ferrule/contract/client.ts";
import { openTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { missingBehind } from "@ferrule/one-machine/until-ready.ts";
import { Client } from "pg";
import { createFunction, deploy, executionOf, issueKey, offerGreetings, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { buildImage } from "./build-image.ts";
import { checkImage } from "./check-image.ts";
import { makeStandIns } from "./compose/stand-ins.ts";
import { runComposeAlone } from "./compose/start-alone.ts";
import { startRoles, type Roles } from "./start-roles.ts";
import { missingTools } from "./tools.ts";

/*
 * `npm run test:deploy [-- <image>]`: builds the image from its Containerfile, or takes the named one of an earlier
 * run, and checks the image. Runs every role from it without privileges and with a read-only root, and goes from an
 * empty database to a tool call. Then starts the topology of compose.yaml, runs the journeys at its TLS proxy, and
 * restarts one container of each role. Exit code 1 when something is missing or fails.
 */
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

async function socketOf(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ unix_socket_directories: string }>("show unix_socket_directories");
    return rows[0]!.unix_socket_directories.split(",")[0]!.trim().replaceAll('"', "");
  } finally {
    await client.end();
  }
}

async function journey({ gatewayUrl, publicUrl, owner }: Roles): Promise<void> {
  const ready = async () => (await missingBehind(gatewayUrl).catch(() => ["gateway"])).length === 0 || undefined;
  await eventually(ready, 120_000);
  const client = createClient({ baseUrl: gatewayUrl, cookies: "keep" });
  await client.login({ body: owner });
  await openProject(client);
  const functionId = await createFunction(
    client,
    "greet",
    'export default (input: { name: string }) => "Hello, " + input.name;',
  );
  const { mcp: endpoint } = await offerGreetings(client, functionId);
  const key = await issueKey(client, endpoint.id);
  await deploy(client);
  const answer = await fetch(endpoint.urls.development.replace(publicUrl, gatewayUrl), {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "greet", arguments: { name: "Ada" } },
    }),
  });
  assert.match(await answer.text(), /Hello, Ada/);
  const execution = await executionOf(client, answer.headers.get("x-request-id") ?? "");
  assert.equal(execution.status, "succeeded");
  assert.match(await (await fetch(gatewayUrl)).text(), /<div id="root"|<script/, "the console is served");
}

/** Each role as one container on this machine's network, with the database of the tests. */
async function runRoles(image: string): Promise<void> {
  await using postgres = await openTestPostgres();
  const databaseUrl = await postgres.createDatabase(`deploy_${process.pid}`);
  const socket = await socketOf(postgres.adminUrl);
  // The image's user differs from the database's.
  await chmod(socket, 0o755);
  await chmod(join(socket, ".s.PGSQL.5432"), 0o777);
  say(`database at ${dirname(socket)}`);
  await using roles = await startRoles({ image, databaseUrl, socket });
  await journey(roles).catch((error: unknown) => {
    for (const role of ["control-plane", "worker", "gateway"])
      process.stderr.write(`--- ${role}\n${roles.logOf(role)}\n`);
    throw error;
  });
  say("journey: from an empty database to a tool call, and its execution");
  for (const line of roles.logOf("worker").split("\n")) if (line.includes("are confined by the platform")) say(line);
  assert.match(await roles.command("migrate", "--dry-run"), /has this version's schema/);
  for (const role of ["gateway", "worker", "control-plane"]) {
    await roles.exec(role, "node", "/ferrule/deploy/health.mjs");
    assert.equal(await roles.stop(role), 0, `${role} ends in order on SIGTERM`);
  }
  say("every role was healthy, and ended in order");
}

async function main(): Promise<void> {
  const missing = await missingTools();
  if (missing !== null) throw new Error(missing);
  const image = process.argv[2] ?? (await buildImage());
  await checkImage(image);
  await runRoles(image);
  passed += 1;
  await makeStandIns(image);
  await runComposeAlone(image);
}

let passed = 0;
try {
  await main();
  say("2 passed, 0 failed");
} catch (error) {
  process.stderr.write(`test:deploy: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  say(`${passed} passed, 1 failed`);
  process.exitCode = 1;
}
