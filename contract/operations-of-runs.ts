import type { OperationName } from "./operations.ts";
import type { RunMode } from "./states.ts";

/**
 * The operation whose roles and audit action a change of one run has, by the run's mode: a delivery is delivered again or
 * discarded, and a cron runs again.
 */
export const operationsOfRuns = {
  retry: { durable: "retryRun", once: "retryRun", cron: "runCronBinding", delivery: "redeliverDeliveries" },
  cancel: { durable: "cancelRun", once: "cancelRun", cron: "cancelRun", delivery: "discardDeliveries" },
} as const satisfies Record<string, Record<RunMode, OperationName>>;

/** What people do to runs that are there already. */
export type ChangeOfRuns = keyof typeof operationsOfRuns;
