import { loadavg } from "node:os";
import { startTestPlatform, type TestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEcho, echoTarget } from "./echo-tool.ts";
import { loadCalls } from "./load.ts";
import { cpuTimeOf } from "./process-figures.ts";
import { processesOf, roleNames, type RoleName } from "./role-processes.ts";
import { untilRecorded } from "./until-recorded.ts";

/*
 * The cost of a setting: the CPU time of a warm, recorded `tools/call` on two platforms, one with it and one without.
 * They take turns, so that other work on the machine affects both. Even two equal platforms differ by a few percent,
 * because they have compiled their code differently, so there are several pairs. BENCH_CALLS is the number of calls of
 * one platform, and BENCH_PAIRS the number of pairs.
 */
const calls = Number(process.env["BENCH_CALLS"] ?? 16_000);
const pairs = Number(process.env["BENCH_PAIRS"] ?? 8);
const rounds = 8;
const perRound = Math.ceil(calls / rounds);

/** PostgreSQL does not count: both platforms use the same server. */
const roles = roleNames.filter((name) => name !== "PostgreSQL");
type Times = Map<RoleName, number>;

interface Compared {
  name: string;
  /** The settings of all roles, besides the usual ones. */
  env: Record<string, string>;
}

interface Side {
  platform: TestPlatform;
  target: ReturnType<typeof echoTarget>;
  /** In milliseconds, since the warm-up. */
  used: Times;
}

async function open(name: string, env: Record<string, string>): Promise<Side> {
  const platform = await startTestPlatform({ env: { LOG_LEVEL: "warn", ...env } });
  const { url, key } = await deployEcho(await platform.signInAsOwner());
  return { platform, target: echoTarget(name, url, { "x-api-key": key }, 200), used: new Map() };
}

function timesOf({ platform }: Side): Times {
  const pids = processesOf(platform);
  return new Map(
    roles.map((name) => {
      const { userMs, systemMs } = cpuTimeOf(pids.get(name) ?? []);
      return [name, userMs + systemMs];
    }),
  );
}

async function use(side: Side): Promise<void> {
  const before = timesOf(side);
  await loadCalls(side.target, 50, perRound);
  await untilRecorded(side.platform);
  for (const [name, ms] of timesOf(side))
    side.used.set(name, (side.used.get(name) ?? 0) + ms - (before.get(name) ?? 0));
}

const microseconds = (times: Times, name: RoleName) => ((times.get(name) ?? 0) * 1_000) / (perRound * rounds);
const allOf = (times: Times) => roles.reduce((sum, name) => sum + microseconds(times, name), 0);

/** The usage of one pair of fresh platforms: the plain one and the other one. */
async function measurePair(plain: Compared, other: Compared, pair: number): Promise<[Times, Times]> {
  const off = await open(plain.name, plain.env);
  const on = await open(other.name, other.env).catch(async (error: unknown) => {
    await off.platform.stop();
    throw error;
  });
  try {
    // The first rounds of a platform compile its code.
    for (let round = 0; round < 3; round += 1) for (const side of [off, on]) await use(side);
    for (const side of [off, on]) side.used = new Map();
    for (let round = 0; round < rounds; round += 1) {
      for (const side of (pair + round) % 2 === 0 ? [off, on] : [on, off]) await use(side);
    }
    return [off.used, on.used];
  } finally {
    await Promise.all([off.platform.stop(), on.platform.stop()]);
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Half the width of the range that contains the true mean in 19 of 20 cases, for about ten values. */
const uncertainty = (values: readonly number[]) => {
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return 2.3 * Math.sqrt(variance / values.length);
};

/**
 * Prints each pair's usage, and the CPU time of a call by role. Returns how much more the other platform takes than the
 * plain one, in percent.
 */
export async function comparePlatforms(plain: Compared, other: Compared): Promise<string> {
  process.stdout.write(
    `Node ${process.version}, ${pairs} pairs of platforms, ${perRound * rounds} calls each at 50 at once\n\n` +
      `| pair | ${plain.name}, µs | ${other.name}, µs | ratio | load average |\n|---|---|---|---|---|\n`,
  );
  const measured: [Times, Times][] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const both = await measurePair(plain, other, pair);
    measured.push(both);
    const [off, on] = both.map(allOf) as [number, number];
    process.stdout.write(
      `| ${pair + 1} | ${off.toFixed(0)} | ${on.toFixed(0)} | ${(on / off).toFixed(3)} | ${loadavg()[0]?.toFixed(1)} |\n`,
    );
  }
  process.stdout.write(
    `\n| processor time of a call, µs | ${plain.name} | ${other.name} | difference |\n|---|---|---|---|\n`,
  );
  for (const role of roles) {
    const [off, on] = [0, 1].map((n) => mean(measured.map((both) => microseconds(both[n]!, role)))) as [number, number];
    process.stdout.write(`| ${role} | ${off.toFixed(0)} | ${on.toFixed(0)} | ${(on - off).toFixed(1)} |\n`);
  }
  const [off, on] = [0, 1].map((n) => mean(measured.map((both) => allOf(both[n]!)))) as [number, number];
  const ratios = measured.map((both) => (allOf(both[1]) / allOf(both[0]) - 1) * 100);
  process.stdout.write(`| all | ${off.toFixed(0)} | ${on.toFixed(0)} | ${(on - off).toFixed(1)} |\n\n`);
  return `${mean(ratios).toFixed(1)} % more, give or take ${uncertainty(ratios).toFixed(1)}`;
}
