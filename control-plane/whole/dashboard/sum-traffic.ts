import { percentile } from "@ferrule/kit/metrics/duration-scale.ts";
import type { RollupRow } from "./queries/traffic.ts";

export const errorRate = ({ calls, failed }: { calls: number; failed: number }): number =>
  calls === 0 ? 0 : Math.round((failed / calls) * 10_000) / 10_000;

/** Adds several rollups up, with error rate and percentiles. */
export function sumTraffic(rows: readonly Omit<RollupRow, "bucketAt">[]) {
  const sum = { calls: 0, failed: 0, rejected: 0, cancelled: 0 };
  const durations: number[] = [];
  for (const row of rows) {
    for (const name of ["calls", "failed", "rejected", "cancelled"] as const) sum[name] += row[name];
    for (const [step, count] of row.durations.entries()) durations[step] = (durations[step] ?? 0) + count;
  }
  const at = (share: number) => percentile(durations, share);
  return { ...sum, errorRate: errorRate(sum), latency: { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) } };
}
