import { z } from "zod";
import { environments, executionStatuses } from "../states.ts";

/**
 * One attempt of one run, from `claimCronRuns` (see `leaseClaim`). A worker runs it only once, however often it
 * receives it.
 */
export const cronAttempt = z.strictObject({
  runId: z.string(),
  attempt: z.number().int(),
  cronBindingId: z.string(),
  /** The binding's. */
  name: z.string(),
  projectId: z.string(),
  environment: z.enum(environments),
  /** The worker runs the version that it serves in this environment. */
  functionId: z.string(),
  tenantId: z.string(),
  input: z.unknown(),
  executionId: z.string(),
  requestId: z.string(),
});
export type CronAttempt = z.infer<typeof cronAttempt>;

/** How an attempt ended. 409 `INVALID_STATE` when the attempt no longer belongs to this worker. */
export const cronCompletion = z.strictObject({
  workerId: z.string(),
  attempt: z.number().int(),
  status: z.enum(executionStatuses),
  /** Already masked; null when it succeeded. */
  error: z.strictObject({ code: z.string().max(200), message: z.string().max(10_000) }).nullable(),
});
export type CronCompletion = z.infer<typeof cronCompletion>;
