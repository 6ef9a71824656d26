import { availableParallelism, loadavg } from "node:os";
import { invocationOf, testSandbox } from "@ferrule/worker/sandbox/conformance/harness.ts";
import type { HostCall } from "@ferrule/worker/sandbox/host-calls/host-call.ts";
import type { Invocation } from "@ferrule/worker/sandbox/invocation.ts";
import { cpuMs, memoryMb, processTree } from "./process-figures.ts";
import { median, quantile } from "./quantile.ts";

/**
 * Calls inside the worker, without gateway, HTTP or record: worker, framed channel, executor, isolate and back, with 1 KB
 * of JSON both ways, or 10 bytes. The CPU time of a call, over all processes, hardly depends on what else the machine does.
 */
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const durationMs = Number(process.env["BENCH_MS"] ?? 3_000);
const grant = { secrets: [], hosts: [], collections: [], cache: true };
const kilobyte = JSON.stringify({ padding: "x".repeat(1_000) });
const echo = "export default (input) => input;";
const cacheGet: HostCall = () => Promise.resolve({ value: { found: true, value: { a: 1 } } });

const programs = {
  "warm call": { code: echo, inputJson: kilobyte },
  "warm call, 10 B": { code: echo, inputJson: '{"n":12345}' },
  "with one host call": {
    code: "export default async (input, ctx) => { await ctx.cache.get('key'); return input; };",
    inputJson: kilobyte,
  },
};

interface Figures {
  callsPerSecond: number;
  p50Us: number;
  p99Us: number;
  cpuUs: number;
}

await using sandbox = await testSandbox({ hostCalls: { "cache.get": cacheGet } });
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure(invocation: Invocation, concurrency: number): Promise<Figures> {
  const latencies: number[] = [];
  let measuring = false;
  const ending = new AbortController();
  const loops = Array.from({ length: concurrency }, async () => {
    while (!ending.signal.aborted) {
      const at = performance.now();
      const { outcome } = await sandbox.invoke(invocation);
      if (outcome.kind !== "returned" || outcome.outputJson !== invocation.inputJson)
        throw new Error(`wrong answer: ${JSON.stringify(outcome).slice(0, 300)}`);
      if (measuring) latencies.push((performance.now() - at) * 1_000);
    }
  });
  const all = Promise.all(loops);
  await Promise.race([after(durationMs / 3), all]);
  measuring = true;
  const pids = processTree(process.pid);
  const began = performance.now();
  const cpuBefore = cpuMs(pids);
  await Promise.race([after(durationMs), all]);
  measuring = false;
  const tookMs = performance.now() - began;
  const usedMs = cpuMs(pids) - cpuBefore;
  ending.abort();
  await all;
  return {
    callsPerSecond: (latencies.length / tookMs) * 1_000,
    p50Us: quantile(latencies, 0.5),
    p99Us: quantile(latencies, 0.99),
    cpuUs: (usedMs / latencies.length) * 1_000,
  };
}

const cells = new Map<string, Figures[]>();
for (let round = 0; round < rounds; round++) {
  for (const [name, { code, inputJson }] of Object.entries(programs)) {
    for (const concurrency of [1, 64]) {
      const key = `${name} | ${concurrency}`;
      const figures = await measure(invocationOf(code, { grant, inputJson, timeoutMs: 60_000 }), concurrency);
      cells.set(key, [...(cells.get(key) ?? []), figures]);
    }
  }
}
const machine = `Node ${process.version}, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}`;
process.stdout.write(`${machine}, medians of ${rounds} rounds of ${durationMs} ms in turn\n\n`);
process.stdout.write("| | c | calls/s | p50 µs | p99 µs | CPU µs a call |\n|---|---|---|---|---|---|\n");
for (const [key, figures] of cells) {
  const of = (field: keyof Figures) => Math.round(median(figures.map((one) => one[field])));
  process.stdout.write(`| ${key} | ${of("callsPerSecond")} | ${of("p50Us")} | ${of("p99Us")} | ${of("cpuUs")} |\n`);
}

// Many isolates, each called once and then idle.
const isolates = 150;
const before = memoryMb(processTree(process.pid));
for (let n = 0; n < isolates; n++) {
  const code = `export default (input) => ({ n: ${n}, input });`;
  const { outcome } = await sandbox.invoke(invocationOf(code, { timeoutMs: 60_000 }));
  if (outcome.kind !== "returned") throw new Error(JSON.stringify(outcome));
}
const eachMb = (memoryMb(processTree(process.pid)) - before) / isolates;
process.stdout.write(`\n| memory of | MB |\n|---|---|\n| an idle isolate, of ${isolates} | ${eachMb.toFixed(2)} |\n`);
