import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { createEndpoint, deploy, issueKey, openProject } from "@ferrule/acceptance/deploy.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { Client } from "pg";
import { cpuTimeOf, memoryMb } from "./measuring/process-figures.ts";
import { quantile } from "./measuring/quantile.ts";
import { processesOf, roleNames, type RoleName } from "./measuring/role-processes.ts";
import { untilRecorded } from "./measuring/until-recorded.ts";

/*
 * Durable runs: the processor time by role of a start, an attempt, a step and a sleep; the memory of a worker while
 * 1,000 runs sleep; and runs at a steady rate beside usual calls. BENCH_RUNS scales the first part. BENCH_RATE (runs a
 * second) and BENCH_SECONDS set the last one.
 */
const runs = Number(process.env["BENCH_RUNS"] ?? 1_000);
const rate = Number(process.env["BENCH_RATE"] ?? 100);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 60);
const sleepers = 1_000;
const atOnce = 25;
const [steps, sleeps] = [20, 5];

const durable = (body: string) => `import type { RunContext } from "ferrule";
export default async (input: { text: string }, ctx: RunContext) => { ${body} return input; };`;
const sources = {
  plain: "export default (input: { text: string }) => input;",
  nothing: durable(""),
  steps: durable(`for (let n = 0; n < ${steps}; n++) await ctx.step("step", () => ({ n }));`),
  sleeps: durable(`for (let n = 0; n < ${sleeps}; n++) await ctx.sleep("sleep", 1);`),
  five: durable(`for (let n = 0; n < 5; n++) await ctx.step("step", () => ({ n }));`),
  sleeper: durable(`await ctx.sleep("long", "1h");`),
};
type Slug = keyof typeof sources;
const shownRoles = roleNames.filter((role) => role !== "executors");

await using platform = await startTestPlatform({ embedded: true, env: { LOG_LEVEL: "warn" } });
const client = await platform.signInAsOwner();
await openProject(client);
const { id: endpointId, urls } = await createEndpoint(client, "http", "api");
const ids = new Map<Slug, string>();
for (const [slug, source] of Object.entries(sources) as [Slug, string][]) {
  const run = slug === "plain" ? ("call" as const) : ("durable" as const);
  const { id: functionId } = await client.createFunction({ body: { slug, source, run } });
  ids.set(slug, functionId);
  await client.createHttpBinding({ params: { endpointId }, body: { functionId, method: "POST", path: `/${slug}` } });
}
const key = await issueKey(client, endpointId);
await deploy(client);
const database = new Client({ connectionString: platform.databaseUrl });
await database.connect();
await database.query("select set_config('ferrule.scope', 'installation', false)");

const body = JSON.stringify({ text: ".".repeat(200) });
const headers = { "x-api-key": key, "content-type": "application/json" };
/** Returns how long it took, in milliseconds. */
async function call(slug: Slug): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${urls.development}/${slug}`, { method: "POST", headers, body });
  const text = await response.text();
  if (response.status !== (slug === "plain" ? 200 : 202)) throw new Error(`${slug}: ${response.status} ${text}`);
  return performance.now() - began;
}

async function callMany(slug: Slug, count: number): Promise<void> {
  let left = count;
  const loop = async () => {
    while (left > 0) {
      left -= 1;
      await call(slug);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}

const counted = async (where: string): Promise<number> =>
  Number((await database.query<{ count: string }>(`select count(*) from runs where ${where}`)).rows[0]?.count);

async function untilNone(where: string): Promise<void> {
  const tooLate = performance.now() + 600_000;
  while ((await counted(where)) > 0) {
    if (performance.now() > tooLate) throw new Error(`There are still runs with ${where}.`);
    await delay(250);
  }
}

type Times = Map<RoleName, number>;
/** Executors count as part of their worker, which takes over the time of those that it replaces. */
function timesNow(): Times {
  const times: Times = new Map();
  for (const [role, pids] of processesOf(platform)) {
    const { userMs, systemMs } = cpuTimeOf(pids);
    const counted = role === "executors" ? "worker" : role;
    times.set(counted, (times.get(counted) ?? 0) + userMs + systemMs);
  }
  return times;
}

/** The processor time of one of `count` by role, in microseconds. */
async function cost(count: number, work: () => Promise<unknown>): Promise<Times> {
  await untilRecorded(platform);
  const before = timesNow();
  await work();
  await untilRecorded(platform);
  const after = timesNow();
  return new Map(
    shownRoles.map((role) => [role, (((after.get(role) ?? 0) - (before.get(role) ?? 0)) * 1_000) / count]),
  );
}

const wholeRun = (slug: Slug, count: number) =>
  cost(count, async () => {
    await callMany(slug, count);
    await untilNone("finished_at is null");
  });
/** What is in `whole` beyond `base`, of one of `parts`. */
const share = (whole: Times, base: Times, parts: number): Times =>
  new Map(shownRoles.map((role) => [role, ((whole.get(role) ?? 0) - (base.get(role) ?? 0)) / parts]));
const row = (name: string, times: Times) => {
  const cells = shownRoles.map((role) => (times.get(role) ?? 0).toFixed(0));
  const all = shownRoles.reduce((sum, role) => sum + (times.get(role) ?? 0), 0);
  process.stdout.write(`| ${name} | ${cells.join(" | ")} | ${all.toFixed(0)} |\n`);
};

async function measureCosts(): Promise<void> {
  for (const slug of ["plain", "nothing", "steps", "sleeps"] as const) await wholeRun(slug, Math.ceil(runs / 5));
  const plain = await wholeRun("plain", runs * 2);
  const params = { functionId: ids.get("nothing") ?? "" };
  await client.pauseRuns({ params, body: { environment: "development" } });
  const start = await cost(runs, () => callMany("nothing", runs));
  await client.resumeRuns({ params, body: { environment: "development" } });
  await untilNone("finished_at is null");
  const nothing = await wholeRun("nothing", runs);
  const withSteps = await wholeRun("steps", Math.ceil(runs / 2));
  const withSleeps = await wholeRun("sleeps", Math.ceil(runs / 2));
  process.stdout.write(
    `| processor time, µs | ${shownRoles.join(" | ").replace("worker", "worker and executors")} | all |\n|---|---|---|---|---|---|\n`,
  );
  row("a plain call", plain);
  row("the start of a run", start);
  row("a run without steps: its start, and one attempt", nothing);
  row(`a step more (of ${steps})`, share(withSteps, nothing, steps));
  row(`a sleep more (of ${sleeps}), with the attempt after it`, share(withSleeps, nothing, sleeps));
}

async function measureSleepers(): Promise<void> {
  const memory = () => {
    const pids = processesOf(platform);
    return (["worker", "executors"] as const).map((role) => memoryMb(pids.get(role) ?? []).toFixed(0));
  };
  await delay(10_000);
  const before = memory();
  await callMany("sleeper", sleepers);
  await untilNone("status in ('queued', 'running')");
  await delay(20_000);
  const after = memory();
  const idle = await cost(10, () => delay(10_000));
  process.stdout.write("\n| MiB | worker | executors |\n|---|---|---|\n");
  process.stdout.write(
    `| at rest | ${before.join(" | ")} |\n| while ${sleepers} runs sleep | ${after.join(" | ")} |\n`,
  );
  process.stdout.write(
    `\n| processor time, µs | ${shownRoles.join(" | ").replace("worker", "worker and executors")} | all |\n|---|---|---|---|---|---|\n`,
  );
  row(`a second in which ${sleepers} runs sleep`, idle);
}

/** Usual calls in four loops, each with a pause, until the work has ended. Returns their times in milliseconds. */
async function callsBeside(work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  const state = { over: false };
  const loops = Array.from({ length: 4 }, async () => {
    while (!state.over) {
      took.push(await call("plain"));
      await delay(20);
    }
  });
  await work();
  state.over = true;
  await Promise.all(loops);
  return took;
}

async function measureRate(): Promise<void> {
  const alone = await callsBeside(() => delay(Math.min(seconds, 20) * 1_000));
  const starts: Promise<number>[] = [];
  let mostOpen = 0;
  const began = performance.now();
  const steady = async () => {
    for (let n = 0; n < rate * seconds; n += 1) {
      starts.push(call("five"));
      if (n % (rate * 5) === 0) mostOpen = Math.max(mostOpen, await counted("status in ('queued', 'running')"));
      await delay(Math.max(0, began + (n * 1_000) / rate - performance.now()));
    }
    await Promise.all(starts);
  };
  const beside = await callsBeside(steady);
  const startedIn = (performance.now() - began) / 1_000;
  await untilNone("status in ('queued', 'running')");
  const endedIn = (performance.now() - began) / 1_000;
  const failed = await counted("status in ('failed', 'expired')");
  const startTimes = await Promise.all(starts);
  process.stdout.write("\n| usual calls | calls/s | p50 ms | p99 ms |\n|---|---|---|---|\n");
  const times = (name: string, took: readonly number[], within: number) =>
    process.stdout.write(
      `| ${name} | ${(took.length / within).toFixed(0)} | ${quantile(took, 0.5).toFixed(1)} | ${quantile(took, 0.99).toFixed(1)} |\n`,
    );
  times("alone", alone, Math.min(seconds, 20));
  times(`beside ${rate} runs a second with five steps each`, beside, startedIn);
  times("the starts of these runs", startTimes, startedIn);
  process.stdout.write(
    `\n${starts.length} runs were started in ${startedIn.toFixed(1)} s and had ended after ${endedIn.toFixed(1)} s; ` +
      `${failed} failed; at most ${mostOpen} were open at once.\n`,
  );
}

process.stdout.write(`Node ${process.version}, ${runs} runs, load average ${loadavg()[0]?.toFixed(1)}\n\n`);
try {
  await measureCosts();
  await measureSleepers();
  await measureRate();
} finally {
  await database.end();
}
