import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { startTestPlatform, type TestPlatform } from "@ferrule/acceptance/platform.ts";
import { deployEcho, echoTarget } from "./echo-tool.ts";
import { loadCalls } from "./load.ts";
import { cpuTimeOf, processTree } from "./process-figures.ts";

/*
 * The processor time that traces cost: a warm, recorded `tools/call` on two platforms, one that traces this share of its
 * calls and one that does not. They take turns, so that what else the machine does touches both. BENCH_CALLS scales it, and
 * BENCH_TRACED is the share.
 */
const calls = Number(process.env["BENCH_CALLS"] ?? 40_000);
const share = process.env["BENCH_TRACED"] ?? "0.01";
const rounds = 8;

let received = 0;
const receiver = createServer((request, response) => {
  request.resume().on("end", () => {
    received += 1;
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
}).listen(0, "127.0.0.1");
await new Promise((resolve) => receiver.once("listening", resolve));
const { port } = receiver.address() as AddressInfo;

interface Side {
  platform: TestPlatform;
  target: ReturnType<typeof echoTarget>;
  usedMs: number;
}

async function open(name: string, env: Record<string, string>): Promise<Side> {
  const platform = await startTestPlatform({ env: { LOG_LEVEL: "warn", ...env } });
  const { url, key } = await deployEcho(await platform.signInAsOwner());
  return { platform, target: echoTarget(name, url, { "x-api-key": key }, 200), usedMs: 0 };
}

const timeOf = ({ platform: { gateway, controlPlane, workers } }: Side): number => {
  const pids = [gateway, controlPlane, ...workers].flatMap(({ pid }) => (pid === undefined ? [] : processTree(pid)));
  const { userMs, systemMs } = cpuTimeOf(pids);
  return userMs + systemMs;
};

async function use(side: Side, count: number): Promise<void> {
  const before = timeOf(side);
  await loadCalls(side.target, 50, count);
  side.usedMs += timeOf(side) - before;
}

const off = await open("without traces", {});
const on = await open("with traces", {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_TRACES_SAMPLER_ARG: share,
});
try {
  const perRound = Math.ceil(calls / rounds);
  for (const side of [off, on]) await use(side, perRound);
  off.usedMs = on.usedMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? [off, on] : [on, off]) await use(side, perRound);
  }
  const each = ({ usedMs }: Side) => ((usedMs * 1_000) / (perRound * rounds)).toFixed(0);
  process.stdout.write(
    `Node ${process.version}, ${perRound * rounds} calls each at 50 at once, load average ${loadavg()[0]?.toFixed(1)}, ` +
      `${received} batches of spans received\n\n| µs of processor time a call, all roles | | ratio |\n|---|---|---|\n` +
      `| without traces | ${each(off)} | 1.00 |\n| ${Number(share) * 100} % traced | ${each(on)} | ${(on.usedMs / off.usedMs).toFixed(3)} |\n`,
  );
} finally {
  await Promise.all([off.platform.stop(), on.platform.stop()]);
  receiver.close();
}
