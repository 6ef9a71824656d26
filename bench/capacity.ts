import { readdirSync, statSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { startTestPlatform, type TestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEcho, echoTarget } from "./measuring/echo-tool.ts";
import { loadCalls } from "./measuring/load.ts";
import { cpuTimeOf, memoryMb, processTree } from "./measuring/process-figures.ts";
import { processesOf, roleNames } from "./measuring/role-processes.ts";

/*
 * The figures of the capacity model in docs/operating.md, with 1, 2 and 3 workers: the CPU time of a recorded call by
 * role, how evenly the gateway distributes calls, a worker's memory, and an execution's size in the database. CPU time
 * hardly depends on other work on the machine. BENCH_CALLS scales it.
 */
const calls = Number(process.env["BENCH_CALLS"] ?? 20_000);
const concurrency = 50;
const characters = 200;

const spent = (pids: readonly number[]) => {
  const { userMs, systemMs } = cpuTimeOf(pids);
  return userMs + systemMs;
};

/** Waits until no worker's journal holds anything. It reads the folders, which costs the roles nothing. */
async function untilRecorded({ dataDir, workers }: TestPlatform): Promise<void> {
  const folders = workers.map((_, n) => join(dataDir, `worker-${n + 1}`, "executions"));
  const bytesIn = (folder: string) =>
    readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const tooLate = performance.now() + 120_000;
  while (folders.some((folder) => bytesIn(folder) > 0)) {
    if (performance.now() > tooLate) throw new Error("A worker's journal does not become empty.");
    await delay(20);
  }
}

interface Standing {
  bytes: number;
  executions: number;
  connections: number;
}

async function standingOf(database: Client): Promise<Standing> {
  await database.query("select set_config('ferrule.scope', 'installation', false)");
  const { rows } = await database.query<Record<keyof Standing, string>>(
    `select (select sum(pg_total_relation_size(oid)) from pg_class
        where relkind in ('r', 'm') and relname like 'execution%') as bytes,
      (select count(*) from executions) as executions,
      (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections`,
  );
  const [row] = rows;
  return {
    bytes: Number(row?.bytes),
    executions: Number(row?.executions),
    connections: Number(row?.connections),
  };
}

interface Measured {
  byRole: number[];
  perSecond: number;
  busiest: number;
  workerMb: number;
  connections: number;
  executionBytes: number;
}

async function measure(workers: number): Promise<Measured> {
  await using platform = await startTestPlatform({ embedded: true, workers, env: { LOG_LEVEL: "warn" } });
  const { url, key } = await deployEcho(await platform.signInAsOwner());
  const target = echoTarget("Ferrule", url, { "x-api-key": key }, characters);
  const database = new Client({ connectionString: platform.databaseUrl });
  await database.connect();
  const treeOf = ({ pid }: { pid?: number | undefined }) => processTree(pid ?? 0);
  try {
    await loadCalls(target, concurrency, Math.ceil(calls / 2));
    await untilRecorded(platform);
    const [before, standing] = [processesOf(platform), await standingOf(database)];
    const used = roleNames.map((name) => spent(before.get(name) ?? []));
    const usedByWorker = platform.workers.map((worker) => spent(treeOf(worker)));
    const { callsPerSecond } = await loadCalls(target, concurrency, calls);
    await untilRecorded(platform);
    const after = processesOf(platform);
    const byRole = roleNames.map((name, at) => ((spent(after.get(name) ?? []) - (used[at] ?? 0)) * 1_000) / calls);
    const its = platform.workers.map((worker, at) => spent(treeOf(worker)) - (usedByWorker[at] ?? 0));
    const now = await standingOf(database);
    return {
      byRole,
      perSecond: callsPerSecond,
      busiest: Math.max(...its) / its.reduce((sum, one) => sum + one, 0),
      workerMb: Math.max(...platform.workers.map((worker) => memoryMb(treeOf(worker)))),
      connections: now.connections,
      executionBytes: (now.bytes - standing.bytes) / (now.executions - standing.executions),
    };
  } finally {
    await database.end();
  }
}

process.stdout.write(
  `Node ${process.version}, ${calls} calls at ${concurrency} at once, ${availableParallelism()} processors, ` +
    `load average ${loadavg()[0]?.toFixed(1)}\n\n`,
);
const columns = [...roleNames.map((name) => `${name} µs`), "all µs", "calls/s", "busiest worker's share"];
const rest = ["a worker's MiB", "connections", "bytes an execution"];
process.stdout.write(`| workers | ${[...columns, ...rest].join(" | ")} |\n${"|---".repeat(10 + 2)}|\n`);
for (const workers of [1, 2, 3]) {
  const { byRole, perSecond, busiest, workerMb, connections, executionBytes } = await measure(workers);
  const all = byRole.reduce((sum, one) => sum + one, 0);
  const cells = [...byRole, all, perSecond].map((value) => value.toFixed(0));
  cells.push(`${(busiest * 100).toFixed(0)} %`, workerMb.toFixed(0), String(connections), executionBytes.toFixed(0));
  process.stdout.write(`| ${[workers, ...cells].join(" | ")} |\n`);
}
