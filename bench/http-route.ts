import { loadavg } from "node:os";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEchoRoute, routeTarget } from "./measuring/echo-tool.ts";
import { load, loadAtRate, medianOf, type Figures, type Target } from "./measuring/load.ts";
import { startPeer } from "./peers/peer-process.ts";

/*
 * A deployed HTTP route through gateway, worker and isolate, beside the same Function in Google's Functions Framework,
 * which runs it in its own process. Then both run at half of their highest rate, where a caller does not wait in a
 * queue.
 */
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const durationMs = Number(process.env["BENCH_MS"] ?? 4_000);

await using platform = await startTestPlatform({ env: { LOG_LEVEL: "warn" } });
const { url, key } = await deployEchoRoute(await platform.signInAsOwner());
const peer = await startPeer("functions-framework.ts");
const product = routeTarget("Ferrule, through the gateway", url, { "x-api-key": key });
const framework = routeTarget("Functions Framework, in its process", peer.url);
const targets = [product, framework];

/** Both take turns. */
async function measure(run: (target: Target) => Promise<Figures>): Promise<Map<Target, Figures>> {
  const runs = new Map<Target, Figures[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const target of targets) runs.get(target)?.push(await run(target));
  return new Map([...runs].map(([target, figures]) => [target, medianOf(figures)]));
}

function print(what: string, measured: Map<Target, Figures>): void {
  const reference = measured.get(framework)?.callsPerSecond ?? Number.NaN;
  for (const [{ name }, { callsPerSecond, p50Ms, p99Ms }] of measured) {
    const cells = [
      Math.round(callsPerSecond),
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
      (callsPerSecond / reference).toFixed(2),
    ];
    process.stdout.write(`| ${name} | ${what} | ${cells.join(" | ")} |\n`);
  }
}

try {
  process.stdout.write(
    `Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds of ${durationMs} ms in turn\n\n`,
  );
  process.stdout.write(
    "| target | load | calls/s | p50 ms | p99 ms | calls/s, of the peer's |\n|---|---|---|---|---|---|\n",
  );
  print("c=1", await measure((target) => load(target, 1, durationMs, durationMs / 4)));
  const most = await measure((target) => load(target, 50, durationMs, durationMs / 4));
  print("c=50", most);
  const half = (target: Target) => (most.get(target)?.callsPerSecond ?? 0) / 2;
  print("half of that", await measure((target) => loadAtRate(target, half(target), durationMs, durationMs / 2)));
} finally {
  peer.stop();
}
