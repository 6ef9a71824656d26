import { setTimeout as after } from "node:timers/promises";
import { cpuMs, processTree } from "../measuring/process-figures.ts";
import { quantile } from "../measuring/quantile.ts";

export const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
export const durationMs = Number(process.env["BENCH_MS"] ?? 3_000);

/**
 * Figures of calls made one after another or concurrently; CPU time is that of this process and all its descendants.
 */
export interface Figures {
  callsPerSecond: number;
  p50Us: number;
  p99Us: number;
  cpuUs: number;
}

/** Keeps `concurrency` calls in flight: a third of the time to warm up, and then for the measured time. */
export async function measure(call: () => Promise<void>, concurrency: number): Promise<Figures> {
  const latencies: number[] = [];
  let measuring = false;
  const ending = new AbortController();
  const loops = Array.from({ length: concurrency }, async () => {
    while (!ending.signal.aborted) {
      const at = performance.now();
      await call();
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
