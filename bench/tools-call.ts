import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEcho, echoTarget } from "./measuring/echo-tool.ts";
import { load, medianOf, type Figures, type Target } from "./measuring/load.ts";
import { startPeer } from "./peers/peer-process.ts";
import { startWorkerd } from "./peers/workerd.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const durationMs = Number(process.env["BENCH_MS"] ?? 4_000);

await using platform = await startTestPlatform({ env: { LOG_LEVEL: "warn" } });
const client = await platform.signInAsOwner();
const { url, key } = await deployEcho(client);
const sdk = await startPeer("sdk-server.ts");
const bare = await startPeer("bare-http.ts");
const workerd = await startWorkerd();

const targets: Target[] = [
  echoTarget("Ferrule, through the gateway", url, { "x-api-key": key }),
  echoTarget("SDK server, in its process", sdk.url),
  echoTarget("bare node:http", bare.url),
  echoTarget("bare workerd", workerd.url),
];

process.stdout.write(`Node ${process.version}, ${rounds} rounds of ${durationMs} ms each in turn, medians\n\n`);
process.stdout.write(
  "| target | c | calls/s | p50 ms | p99 ms | calls/s against the SDK server |\n|---|---|---|---|---|---|\n",
);
for (const concurrency of [1, 50]) {
  const runs = new Map<string, Figures[]>(targets.map((target) => [target.name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets)
      runs.get(target.name)?.push(await load(target, concurrency, durationMs, durationMs / 4));
  }
  const reference = medianOf(runs.get("SDK server, in its process") ?? []).callsPerSecond;
  for (const { name } of targets) {
    const { callsPerSecond, p50Ms, p99Ms } = medianOf(runs.get(name) ?? []);
    const ratio = (callsPerSecond / reference).toFixed(2);
    process.stdout.write(
      `| ${name} | ${concurrency} | ${Math.round(callsPerSecond)} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} | ${ratio} |\n`,
    );
  }
}
sdk.stop();
bare.stop();
workerd.stop();
