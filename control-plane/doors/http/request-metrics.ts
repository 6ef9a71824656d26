import type { OperationName } from "@ferrule/contract/operations.ts";
import { Histogram, type Registry } from "prom-client";

const seconds = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Records one answered request: its operation, its HTTP status, and the milliseconds until the answer began. */
export type ObserveRequest = (operation: OperationName, status: number, durationMs: number) => void;

/**
 * The histogram of the management API's requests, by operation and status class (`2xx`). It measures the time until an
 * answer begins. So a stream of events that stays open for hours still counts as fast.
 */
export function createRequestMetrics(registry: Registry): ObserveRequest {
  const durations = new Histogram({
    name: "ferrule_control_plane_request_duration_seconds",
    help: "Time from a management request's header to the beginning of its answer.",
    labelNames: ["operation", "status"],
    buckets: seconds,
    registers: [registry],
  });
  return (operation, status, durationMs) =>
    durations.observe({ operation, status: `${Math.floor(status / 100)}xx` }, durationMs / 1_000);
}
