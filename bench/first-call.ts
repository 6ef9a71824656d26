import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { addRoute, createFunction, deploy, issueKey, openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { Pool } from "undici";
import { quantile } from "./measuring/quantile.ts";

/**
 * The first call of a Function that has never run on this worker, through the gateway, over a kept-alive connection:
 * its bundle is read and evaluated in an isolate. After a pause the executor has an isolate ready; back to back it must
 * create one each time. For comparison, the second call of the same Function.
 */
const functions = Number(process.env["BENCH_FUNCTIONS"] ?? 200);
const pauseMs = 100;

await using platform = await startTestPlatform({ env: { LOG_LEVEL: "warn" } });
const client = await platform.signInAsOwner();
await openProject(client);
const endpoint = await client.createRuntimeEndpoint({
  body: { kind: "http", slug: "bench", limits: { requestsPerMinute: 1_000_000 } },
});
const source = (n: number) => `
/** Answers its number. */
export default function answer(input: { text: string }): { n: number; text: string } {
  return { n: ${n}, text: input.text };
}
`;
for (let n = 0; n <= functions; n++) {
  const functionId = await createFunction(client, `answer-${n}`, source(n));
  await addRoute(client, endpoint.id, { functionId, method: "POST", path: `/answer-${n}` });
}
const key = await issueKey(client, endpoint.id);
await deploy(client);

const { origin, pathname } = new URL(endpoint.urls.development);
const pool = new Pool(origin, { connections: 1, pipelining: 1 });
async function call(n: number): Promise<number> {
  const at = performance.now();
  const { statusCode, body } = await pool.request({
    path: `${pathname}/answer-${n}`,
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: '{"text":"hello"}',
  });
  const text = await body.text();
  const tookMs = performance.now() - at;
  if (statusCode !== 200 || (JSON.parse(text) as { n: number }).n !== n) throw new Error(`${statusCode} ${text}`);
  return tookMs;
}

// Warm up the executors and the connection.
for (let n = 0; n < 20; n++) await call(0);
const took: Record<string, number[]> = { "first, after a pause": [], "first, back to back": [], second: [] };
for (let n = 1; n <= functions; n++) {
  const hasPause = n % 2 === 0;
  if (hasPause) await delay(pauseMs);
  took[hasPause ? "first, after a pause" : "first, back to back"]!.push(await call(n));
  took["second"]!.push(await call(n));
}
await pool.close();
const load = loadavg()[0]!.toFixed(1);
process.stdout.write(`Node ${process.version}, load average ${load}, ${functions} Functions, one call at a time\n\n`);
process.stdout.write("| call of a Function, through the gateway | p50 ms | p99 ms |\n|---|---|---|\n");
for (const [name, values] of Object.entries(took)) {
  process.stdout.write(`| ${name} | ${quantile(values, 0.5).toFixed(2)} | ${quantile(values, 0.99).toFixed(2)} |\n`);
}
