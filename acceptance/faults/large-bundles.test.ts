import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Client } from "@ferrule/contract/client.ts";
import { freePorts } from "@ferrule/kit/network/free-ports.ts";
import { startTestRegistry, type TestRegistry } from "@ferrule/worker/testing/test-registry.ts";
import { createEndpoint, createFunction, deploy, issueKey, openProject } from "../deploy.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";

/* Builds, deploys and first calls Functions with bundles near the limit, all at once, beside a quiet Project. */

const isFull = process.env["FERRULE_TEST_LENGTH"] === "full";
const count = isFull ? 16 : 3;
/** Makes a bundle of 4.2 MB and a source map of 11 MB; the limit for a map is 12.6 MB. */
const statements = 600_000;
/**
 * The limit on the main thread's CPU time. As JSON, one such bundle took 134 ms to read and write; as bytes, it takes
 * 30 to 51.
 */
const longestTurnMs = 90;

let platform: TestPlatform;
let registry: TestRegistry;
before(async () => {
  const [port = 0] = await freePorts(1);
  registry = await startTestRegistry(port);
  // The text is inside a function: in a bundle, each top-level statement of a module takes a kilobyte and a half of
  // memory.
  const code = `let n = 0;\nfunction a() { n += 1; }\nexport function count() {\n${"a();\n".repeat(statements)}return n;\n}\n`;
  const types = "export declare function count(): number;";
  await registry.publish({ name: "bulk", version: "1.0.0", files: { "index.js": code, "index.d.ts": types } });
  const noting = pathToFileURL(join(import.meta.dirname, "..", "loop-turns.mjs")).href;
  const env = { LOG_LEVEL: "warn", NPM_REGISTRY_URL: registry.url, NODE_OPTIONS: `--import=${noting}` };
  platform = await startTestPlatform({ env });
});
after(async () => {
  await platform?.[Symbol.asyncDispose]();
  await registry?.[Symbol.asyncDispose]();
});

interface Answer {
  status: number;
  text: string;
}

/** Offers Functions as routes of a new Project. Returns how to call one. */
async function offer(client: Client, sources: Record<string, string>): Promise<(name: string) => Promise<Answer>> {
  await openProject(client);
  const endpoint = await createEndpoint(client, "http", "api");
  for (const [name, source] of Object.entries(sources)) {
    const functionId = await createFunction(client, name, source);
    const body = { functionId, method: "GET" as const, path: `/${name}` };
    await client.createHttpBinding({ params: { endpointId: endpoint.id }, body });
  }
  const key = await issueKey(client, endpoint.id);
  return async (name) => {
    const answer = await fetch(`${endpoint.urls.development}/${name}`, { headers: { "x-api-key": key } });
    return { status: answer.status, text: await answer.text() };
  };
}

/** Makes calls while something else runs, and returns their times in ms. */
async function beside<T>(call: () => Promise<Answer>, act: () => Promise<T>) {
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
  const since = Date.now();
  const result = await act().finally(() => (state.over = true));
  await calling;
  took.sort((a, b) => a - b);
  const at = (share: number) => Math.round(took[Math.floor((took.length - 1) * share)] ?? 0);
  const turns = turnsSince(since);
  const longest = (of: "workedMs" | "lateMs") => Math.round(Math.max(0, ...turns.map((turn) => turn[of])));
  const figures = `${took.length} calls, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms; the longest turn worked ${longest("workedMs")} and was ${longest("lateMs")} ms late; ${Date.now() - since} ms in all`;
  return { result, failed, longestTurn: longest("workedMs"), figures };
}

/** The long turns of the worker's event loop since then. */
function turnsSince(since: number) {
  const file = join(platform.dataDir, "worker-1", "turns.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  const all = lines.map((line) => JSON.parse(line) as { endedAt: number; lateMs: number; workedMs: number });
  return all.filter(({ endedAt }) => endedAt > since);
}

test("are built and served, and no turn of the worker's event loop is long for them", async (t) => {
  const client = await platform.signInAsOwner();
  const quiet = await offer(client, { echo: "export default function echo() { return { ok: true }; }" });
  const echo = () => quiet("echo");
  await deploy(client);
  for (let n = 0; n < 50; n += 1) await echo();

  const names = Array.from({ length: count }, (_, n) => `large-${n}`);
  const sourceOf = (n: number) =>
    `import { count } from "bulk";\nexport default function run(): { n: number; count: number } { return { n: ${n}, count: count() }; }`;
  const loud = await offer(client, Object.fromEntries(names.map((name, n) => [name, sourceOf(n)])));
  await client.createLibrary({ body: { kind: "npm", name: "bulk", version: "1.0.0" } });

  const alone = await beside(echo, () => delay(1_000));
  const built = await beside(echo, () => deploy(client, "completed", "large", { withinMs: 600_000 }));
  const called = await beside(echo, () => Promise.all(names.map(loud)));
  for (const [what, { figures }] of Object.entries({ alone, built, called })) t.diagnostic(`${what}: ${figures}`);

  const expected = names.map((_, n) => ({ status: 200, text: JSON.stringify({ n, count: statements }) }));
  assert.deepEqual(called.result, expected);
  assert.deepEqual([...built.failed, ...called.failed], []);
  assert.ok(built.longestTurn < longestTurnMs, `${built.longestTurn} ms while they were built`);
  assert.ok(called.longestTurn < longestTurnMs, `${called.longestTurn} ms while they were called`);
});
