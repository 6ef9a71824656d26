import { loadavg } from "node:os";
import { Client } from "pg";
import { startTestPlatform, type TestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEcho, echoTarget } from "./measuring/echo-tool.ts";
import { loadCalls, type Figures, type Target } from "./measuring/load.ts";
import { startPeer } from "./peers/peer-process.ts";
import { cpuTimeOf, type CpuTime } from "./measuring/process-figures.ts";
import { median } from "./measuring/quantile.ts";
import { processesOf, roleNames, type RoleName } from "./measuring/role-processes.ts";
import { untilRecorded } from "./measuring/until-recorded.ts";

/*
 * The CPU time of a warm, recorded `tools/call`, by role, beside that of the official SDK's server in its process. The
 * kernel counts it, so unlike latency it hardly depends on other work on the machine. BENCH_CALLS scales it. With
 * BENCH_BOUNDS, if a result exceeds its bound, it measures again on the same platform: at 50 at once, and at one.
 */
const calls = Number(process.env["BENCH_CALLS"] ?? 40_000);
const rounds = 2;
const characters = 200;
const measured = [
  { concurrency: 50, calls },
  { concurrency: 1, calls: Math.ceil(calls * 0.375) },
];

const bounds = process.env["BENCH_BOUNDS"]?.split(",").map(Number) ?? [];
const mostTries = 3;

type Name = RoleName | "SDK server";
type Times = Map<Name, CpuTime>;

function timesOf(platform: TestPlatform, sdkPid: number): Times {
  const pids = new Map<Name, number[]>([...processesOf(platform), ["SDK server", [sdkPid]]]);
  return new Map([...pids].map(([name, its]) => [name, cpuTimeOf(its)]));
}

const zero = (): CpuTime => ({ userMs: 0, systemMs: 0 });

/** Adds the usage between two readings to `sum`. */
function add(sum: Times, before: Times, after: Times, names: readonly Name[]): void {
  for (const name of names) {
    const [held, from, to] = [sum.get(name) ?? zero(), before.get(name) ?? zero(), after.get(name) ?? zero()];
    held.userMs += to.userMs - from.userMs;
    held.systemMs += to.systemMs - from.systemMs;
    sum.set(name, held);
  }
}

const recordedCalls = async (database: Client): Promise<number> => {
  await database.query("select set_config('ferrule.scope', 'installation', false)");
  const { rows } = await database.query<{ count: string }>("select count(*) as count from executions");
  return Number(rows[0]?.count);
};

await using platform = await startTestPlatform({ embedded: true, env: { LOG_LEVEL: "warn" } });
const { url, key } = await deployEcho(await platform.signInAsOwner());
const sdk = await startPeer("sdk-server.ts");
const product = echoTarget("Ferrule, through the gateway", url, { "x-api-key": key }, characters);
const peer = echoTarget("SDK server, in its process", sdk.url, {}, characters);
const database = new Client({ connectionString: platform.databaseUrl });
await database.connect();

async function use(target: Target, concurrency: number, count: number, sum: Times): Promise<Figures> {
  const before = timesOf(platform, sdk.pid);
  const figures = await loadCalls(target, concurrency, count);
  if (target === product) await untilRecorded(platform);
  add(sum, before, timesOf(platform, sdk.pid), target === product ? roleNames : ["SDK server"]);
  return figures;
}

const row = (name: string, { userMs, systemMs }: CpuTime, count: number, last = "") => {
  const [user, system] = [(userMs * 1_000) / count, (systemMs * 1_000) / count];
  return `| ${name} | ${user.toFixed(0)} | ${system.toFixed(0)} | ${(user + system).toFixed(0)} | ${last} |\n`;
};

/** Returns how many times the SDK's server's CPU time Ferrule takes. */
async function measure(concurrency: number, count: number): Promise<number> {
  const perRound = Math.ceil(count / rounds);
  const used: Times = new Map();
  const figures = new Map<Target, Figures[]>([
    [product, []],
    [peer, []],
  ]);
  for (const target of [product, peer]) await use(target, concurrency, Math.ceil(count / 4), new Map());
  const before = await recordedCalls(database);
  for (let round = 0; round < rounds; round += 1) {
    for (const target of [product, peer]) figures.get(target)?.push(await use(target, concurrency, perRound, used));
  }
  const all = perRound * rounds;
  const recorded = (await recordedCalls(database)) - before;
  if (recorded !== all) throw new Error(`${recorded} of ${all} calls were recorded.`);
  const whole = zero();
  for (const name of roleNames) {
    whole.userMs += used.get(name)?.userMs ?? 0;
    whole.systemMs += used.get(name)?.systemMs ?? 0;
  }
  const sdkTime = used.get("SDK server") ?? zero();
  const ratio = (whole.userMs + whole.systemMs) / (sdkTime.userMs + sdkTime.systemMs);
  process.stdout.write(
    `\n| c=${concurrency}, µs a call | user | system | all | of the SDK server's |\n|---|---|---|---|---|\n`,
  );
  for (const name of roleNames) process.stdout.write(row(name, used.get(name) ?? zero(), all));
  process.stdout.write(row("all of Ferrule", whole, all, ratio.toFixed(2)));
  process.stdout.write(row("SDK server", sdkTime, all, "1.00"));
  const of = (target: Target, what: keyof Figures) => median((figures.get(target) ?? []).map((run) => run[what]));
  const faster = of(product, "callsPerSecond") / of(peer, "callsPerSecond");
  process.stdout.write(
    `\n${Math.round(of(product, "callsPerSecond"))} calls/s (p50 ${of(product, "p50Ms").toFixed(2)} ms) beside ` +
      `${Math.round(of(peer, "callsPerSecond"))} (${of(peer, "p50Ms").toFixed(2)} ms): ${faster.toFixed(2)} times as many\n`,
  );
  return ratio;
}

/** Other work on the machine differs from one try to the next. A regression is in all of them. */
async function measureWithin(bound: number, concurrency: number, count: number): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) if ((await measure(concurrency, count)) <= bound) return;
}

try {
  const load = loadavg()[0]?.toFixed(1);
  process.stdout.write(`Node ${process.version}, ${calls} calls at 50 at once, load average ${load}\n`);
  for (const [n, { concurrency, calls: count }] of measured.entries())
    await measureWithin(bounds[n] ?? Infinity, concurrency, count);
} finally {
  await database.end();
  sdk.stop();
}
