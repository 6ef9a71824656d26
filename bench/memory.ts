import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { startTestPlatform, type TestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEcho, echoTarget } from "./measuring/echo-tool.ts";
import { loadCalls } from "./measuring/load.ts";
import { memoryMb, processTree, programOf } from "./measuring/process-figures.ts";

/*
 * The memory of all processes by role, with the database: at rest some time after a deployment, right after many
 * concurrent calls, and a minute after they have ended. Shared memory counts once (PSS). BENCH_CALLS and BENCH_REST_MS
 * scale it.
 */
const calls = Number(process.env["BENCH_CALLS"] ?? 20_000);
const restMs = Number(process.env["BENCH_REST_MS"] ?? 60_000);
const atOnce = 50;

const roles = ["gateway", "control plane", "worker", "executors", "builders", "PostgreSQL"] as const;
type Role = (typeof roles)[number];
type Memory = Record<Role, number>;

/** Only executors know the path of the isolates' addon. */
function isExecutor(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("isolated-vm");
  } catch {
    return false;
  }
}

function measure({ gateway, controlPlane, workers }: TestPlatform): Memory {
  const own = workers.flatMap(({ pid }) => pid ?? []);
  const below = own.flatMap((pid) => processTree(pid)).filter((pid) => !own.includes(pid));
  return {
    gateway: memoryMb([gateway.pid ?? 0]),
    "control plane": memoryMb([controlPlane.pid ?? 0]),
    worker: memoryMb(own),
    executors: memoryMb(below.filter(isExecutor)),
    builders: memoryMb(below.filter((pid) => !isExecutor(pid))),
    PostgreSQL: memoryMb(processTree(process.pid).filter((pid) => programOf(pid) === "postgres")),
  };
}

await using platform = await startTestPlatform({ embedded: true, env: { LOG_LEVEL: "warn" } });
const { url, key } = await deployEcho(await platform.signInAsOwner());
const target = echoTarget("Ferrule", url, { "x-api-key": key }, 200);
await loadCalls(target, 1, 10);

const moments: { name: string; aimMb: number; memory: Memory }[] = [];
const note = (name: string, aimMb: number) => moments.push({ name, aimMb, memory: measure(platform) });
await delay(restMs);
note("at rest", 350);
await loadCalls(target, atOnce, calls);
note(`after ${calls} calls`, 600);
await delay(restMs);
note("a minute later", 350);

process.stdout.write(
  `Node ${process.version}, ${calls} calls, ${atOnce} at once, load average ${loadavg()[0]?.toFixed(1)}\n\n`,
);
const row = (name: string, cells: readonly string[]) => process.stdout.write(`| ${name} | ${cells.join(" | ")} |\n`);
row(
  "MiB",
  moments.map(({ name }) => name),
);
row(
  "---",
  moments.map(() => "---"),
);
for (const role of roles)
  row(
    role,
    moments.map(({ memory }) => memory[role].toFixed(0)),
  );
const all = ({ memory }: { memory: Memory }) => roles.reduce((sum, role) => sum + memory[role], 0);
row(
  "all",
  moments.map((moment) => all(moment).toFixed(0)),
);
row(
  "aim",
  moments.map(({ aimMb }) => String(aimMb)),
);
