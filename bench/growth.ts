import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import type { Client } from "@ferrule/contract/client.ts";
import { createEndpoint, createFunction, deploy, issueKey } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEcho, echoTarget } from "./measuring/echo-tool.ts";
import { fillExecutions } from "./executions/fill-executions.ts";
import { loadCalls } from "./measuring/load.ts";
import { startPeer } from "./peers/peer-process.ts";
import { cpuTimeOf } from "./measuring/process-figures.ts";
import { median } from "./measuring/quantile.ts";
import { processesOf } from "./measuring/role-processes.ts";
import { untilRecorded } from "./measuring/until-recorded.ts";

/*
 * The cost of a warm, recorded `tools/call` with few keys, tenants, Functions and executions, and with many. Beside it,
 * the official SDK's server, which shows the machine's share of a difference. BENCH_CALLS scales the calls; BENCH_KEYS,
 * BENCH_FUNCTIONS and BENCH_ROWS scale the contents.
 */
const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const calls = setting("BENCH_CALLS", 8_000);
const keys = setting("BENCH_KEYS", 10_000);
const functions = setting("BENCH_FUNCTIONS", 1_000);
const rows = setting("BENCH_ROWS", 1_000_000);
const rounds = 3;
const atOnce = 8;

const workerApiToken = randomBytes(32).toString("base64url");
await using platform = await startTestPlatform({
  embedded: true,
  env: { WORKER_API_TOKEN: workerApiToken, LOG_LEVEL: "warn", EXECUTION_RETENTION_MB: "1000000" },
});
const client = await platform.signInAsOwner();
const { url, key, projectId, endpointId } = await deployEcho(client);
const sdk = await startPeer("sdk-server.ts");
const product = echoTarget("Ferrule", url, { "x-api-key": key }, 200);
const peer = echoTarget("SDK server", sdk.url, {}, 200);

const usedMs = (pids: readonly number[]) => {
  const { userMs, systemMs } = cpuTimeOf(pids);
  return userMs + systemMs;
};

/** CPU time per call in microseconds, of all roles and of the peer. */
async function measure(): Promise<{ ownUs: number; peerUs: number }> {
  const figures: { ownUs: number; peerUs: number }[] = [];
  await loadCalls(product, 50, calls / 4);
  for (let round = 0; round < rounds; round += 1) {
    await untilRecorded(platform);
    const roles = [...processesOf(platform).values()].flat();
    const before = usedMs(roles);
    await loadCalls(product, 50, calls);
    await untilRecorded(platform);
    const ownUs = ((usedMs(roles) - before) * 1_000) / calls;
    const peerBefore = usedMs([sdk.pid]);
    await loadCalls(peer, 50, calls);
    figures.push({ ownUs, peerUs: ((usedMs([sdk.pid]) - peerBefore) * 1_000) / calls });
  }
  return { ownUs: median(figures.map(({ ownUs }) => ownUs)), peerUs: median(figures.map(({ peerUs }) => peerUs)) };
}

async function many(count: number, act: (n: number) => Promise<unknown>): Promise<void> {
  let n = 0;
  const next = async () => {
    while (n < count) await act((n += 1));
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** Functions on a separate endpoint, deployed with the one that we call. */
async function addFunctions(to: Client): Promise<void> {
  const endpoint = await createEndpoint(to, "http", "others");
  await many(functions, async (n) => {
    const source = `/** Adds ${n}. */\nexport default (input: { a: number }): number => input.a + ${n};\n`;
    const functionId = await createFunction(to, `add-${n}`, source);
    const body = { functionId, method: "POST" as const, path: `/add-${n}` };
    await to.createHttpBinding({ params: { endpointId: endpoint.id }, body });
  });
  await deploy(to);
}

async function note(name: string): Promise<void> {
  const { ownUs, peerUs } = await measure();
  const cells = [name, ownUs.toFixed(0), peerUs.toFixed(0), (ownUs / peerUs).toFixed(2)];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

try {
  process.stdout.write(
    `Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds of ${calls} calls\n\n`,
  );
  process.stdout.write("| there are | all roles, µs a call | SDK server, µs | ratio |\n|---|---|---|---|\n");
  await note("one Function, one key");
  await many(keys, (n) => issueKey(client, endpointId, { tenantId: `tenant-${n}` }));
  await note(`and ${keys} keys, each of its own tenant`);
  await addFunctions(client);
  await note(`and ${functions} Functions`);
  await fillExecutions({
    databaseUrl: platform.databaseUrl,
    internalUrl: platform.internalUrl,
    workerApiToken,
    projectId,
    rows,
  });
  await note(`and ${rows} executions`);
} finally {
  sdk.stop();
}
