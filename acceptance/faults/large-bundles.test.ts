import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Client } from "@ferrule/contract/client.ts";
import { freePorts } from "@ferrule/kit/free-ports.ts";
import { startTestRegistry, type TestRegistry } from "@ferrule/worker/testing/test-registry.ts";
import { createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";

/* Functions with bundles near the bound are built, deployed and called for the first time at once, while another Project is called. */

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const count = full ? 16 : 3;
/** Of 5 bytes each in the bundle, and some 14 in its map with the text: 4.0 and 11.3 MB of 800,000. */
const statements = 800_000;

const turnsFile = pathToFileURL(join(import.meta.dirname, "..", "loop-turns.mjs")).href;
let platform: TestPlatform;
let registry: TestRegistry;
before(async () => {
  const [port = 0] = await freePorts(1);
  registry = await startTestRegistry(port);
  await registry.publish({
    name: "bulk",
    version: "1.0.0",
    files: {
      "index.js": `let n = 0;\nfunction a() { n += 1; }\n${"a();\n".repeat(statements)}export const count = () => n;\n`,
      "index.d.ts": "export declare function count(): number;",
    },
  });
  platform = await startTestPlatform({
    env: { LOG_LEVEL: "warn", NPM_REGISTRY_URL: registry.url, NODE_OPTIONS: `--import=${turnsFile} ${process.env["EXTRA_NODE_OPTIONS"] ?? ""}` },
  });
});
after(async () => {
  await platform?.[Symbol.asyncDispose]();
  await registry?.[Symbol.asyncDispose]();
});

async function offer(client: Client, sources: Record<string, string>) {
  await openProject(client);
  const endpoint = await createEndpoint(client, "http", "api");
  for (const [name, source] of Object.entries(sources)) {
    const functionId = await createFunction(client, name, source);
    const body = { functionId, method: "GET" as const, path: `/${name}` };
    await client.createHttpBinding({ params: { endpointId: endpoint.id }, body });
  }
  const key = await issueKey(client, endpoint.id);
  return async (name: string) => {
    const answer = await fetch(`${endpoint.urls.development}/${name}`, { headers: { "x-api-key": key } });
    return { status: answer.status, text: await answer.text() };
  };
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** Calls again and again until it is ended, and says what came of it. */
function callAlong(call: () => Promise<{ status: number; text: string }>) {
  const took: number[] = [];
  const failed: string[] = [];
  const state = { over: false };
  const calling = (async () => {
    while (!state.over) {
      const began = performance.now();
      const { status, text } = await call();
      took.push(performance.now() - began);
      if (status !== 200) failed.push(`${status} ${text}`);
      await delay(5);
    }
  })();
  return async () => {
    state.over = true;
    await calling;
    took.sort((a, b) => a - b);
    return { failed, calls: took.length, p50: at(took, 0.5), p99: at(took, 0.99), longest: at(took, 1) };
  };
}

interface Turn {
  endedAt: number;
  wallMs: number;
  workedMs: number;
}

function longestTurn(since: number) {
  const text = readFileSync(join(platform.dataDir, "worker-1", "turns.jsonl"), "utf8");
  const turns = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Turn]));
  const seen = turns.filter(({ endedAt }) => endedAt > since);
  const longest = seen.toSorted((a, b) => b.workedMs - a.workedMs);
  return { workedMs: longest[0]?.workedMs ?? 0, wallMs: Math.max(0, ...seen.map(({ wallMs }) => wallMs)), top: longest.slice(0, 12).map(({ workedMs }) => Math.round(workedMs)), sum: Math.round(seen.reduce((s, { workedMs }) => s + workedMs, 0)), n: seen.length };
}

test("are all served, and leave the calls of another Project their speed", async (t) => {
  const client = await platform.signInAsOwner();
  const quiet = await offer(client, { echo: "export default function echo() { return { ok: true }; }" });
  await deploy(client);
  await Promise.all(Array.from({ length: 20 }, () => quiet("echo")));
  const names = Array.from({ length: count }, (_, n) => `large-${n}`);
  const loud = await offer(
    client,
    Object.fromEntries(
      names.map((name, n) => [
        name,
        `import { count } from "bulk";\nexport default function run(): { n: number; count: number } { return { n: ${n}, count: count() }; }`,
      ]),
    ),
  );
  await client.createLibrary({ body: { kind: "npm", name: "bulk", version: "1.0.0" } });
  const alone = await (async () => {
    const end = callAlong(() => quiet("echo"));
    await delay(2_000);
    return end();
  })();
  const say = (what: object) => JSON.stringify(what, (_, v: unknown) => (typeof v === "number" ? Math.round(v * 10) / 10 : v));
  t.diagnostic(`alone: ${say(alone)}`);
  const since = Date.now();
  const endBuilding = callAlong(() => quiet("echo"));
  const began = performance.now();
  await deploy(client);
  t.diagnostic(`deployed in ${Math.round(performance.now() - began)} ms`);
  const building = await endBuilding();
  t.diagnostic(`building: ${say(building)} ${say(longestTurn(since))}`);
  const between = Date.now();
  const endCalling = callAlong(() => quiet("echo"));
  const answers = await Promise.all(names.map((name) => loud(name)));
  const calling = await endCalling();
  t.diagnostic(`calling: ${say(calling)} ${say(longestTurn(between))}`);
  assert.deepEqual(answers.map(({ status, text }) => `${status} ${text}`), names.map((_, n) => `200 {"n":${n},"count":${statements}}`));
  assert.deepEqual(building.failed, []);
  assert.deepEqual(calling.failed, []);
});
