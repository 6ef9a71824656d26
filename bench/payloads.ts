import { loadavg } from "node:os";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEcho, echoTarget } from "./measuring/echo-tool.ts";
import { loadCalls } from "./measuring/load.ts";
import { cpuTimeOf } from "./measuring/process-figures.ts";
import { processesOf } from "./measuring/role-processes.ts";
import { untilRecorded } from "./measuring/until-recorded.ts";

/*
 * A recorded `tools/call` with arguments from 200 bytes to a megabyte, which it returns twice, and with 1 to 1,000
 * calls at once. It shows where a call's cost grows, and whether it jumps. BENCH_CALLS scales it.
 */
const calls = Number(process.env["BENCH_CALLS"] ?? 10_000);
const kinds = [
  { characters: 200, atOnce: [1, 10, 50, 200, 1_000], share: 1 },
  { characters: 4 * 1_024, atOnce: [50], share: 0.5 },
  { characters: 64 * 1_024, atOnce: [1, 50, 200], share: 0.1 },
  { characters: 1_000_000, atOnce: [1, 10, 50], share: 0.01 },
];

await using platform = await startTestPlatform({ embedded: true, env: { LOG_LEVEL: "warn" } });
const { url, key } = await deployEcho(await platform.signInAsOwner());
const usedMs = () => {
  const { userMs, systemMs } = cpuTimeOf([...processesOf(platform).values()].flat());
  return userMs + systemMs;
};

process.stdout.write(`Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)}\n\n`);
process.stdout.write(
  "| characters | at once | calls | refused | calls/s | p50 ms | p99 ms | CPU of all roles, ms a call |\n|---|---|---|---|---|---|---|\n",
);
for (const { characters, atOnce, share } of kinds) {
  let refused = 0;
  const target = {
    ...echoTarget("Ferrule", url, { "x-api-key": key }, characters),
    refused: () => void (refused += 1),
  };
  for (const concurrency of atOnce) {
    const count = Math.max(concurrency, Math.ceil(calls * share));
    await loadCalls(target, concurrency, Math.ceil(count / 5));
    await untilRecorded(platform);
    refused = 0;
    const before = usedMs();
    const { callsPerSecond, p50Ms, p99Ms } = await loadCalls(target, concurrency, count);
    await untilRecorded(platform);
    const cpuMs = (usedMs() - before) / count;
    const cells = [
      characters,
      concurrency,
      count,
      refused,
      Math.round(callsPerSecond),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      cpuMs.toFixed(2),
    ];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
}
