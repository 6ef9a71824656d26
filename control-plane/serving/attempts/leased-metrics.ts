import type { RunCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { Registry } from "prom-client";
import type { App } from "../../ground/app.ts";
import { createCronMetrics, type CronMetrics } from "../crons/runs/cron-metrics.ts";
import { createDeliveryMetrics, type DeliveryMetrics } from "../deliveries/delivery-metrics.ts";
import { createRunMetrics, type RunMetrics } from "../runs/run-metrics.ts";
import type { Completed } from "./complete-run.ts";

/** The counters of the runs that workers carry out, by mode. */
export interface LeasedMetrics {
  crons: CronMetrics;
  deliveries: DeliveryMetrics;
  runs: RunMetrics;
}

/** Registers them. */
export const createLeasedMetrics = (registry: Registry, app: App): LeasedMetrics => ({
  crons: createCronMetrics(registry, app),
  deliveries: createDeliveryMetrics(registry, app),
  runs: createRunMetrics(registry, app),
});

/**
 * Counts the end of an attempt. `lost`: its worker disappeared; null: the run ended without one.
 */
export function countEnd(
  { crons, deliveries, runs }: LeasedMetrics,
  result: RunCompletion["end"] | "lost" | null,
  ended: Completed,
): void {
  if (ended.mode === "cron") {
    if (ended.status !== "queued") crons.ended(ended);
  } else if (ended.mode === "delivery") {
    if (result !== null) deliveries.ended(result, ended.status);
  } else runs.ended(result, ended.status);
}
