import { z } from "zod";
import { environments, executionStatuses } from "../states.ts";

/** One attempt of one run, from `claimCronRuns` (see `leaseClaim`). A worker runs the same one once, however often it is given to it. */
export const cronAttempt = z.strictObject({
  runId: z.string(),
  attempt: z.number().int(),
  cronBindingId: z.string(),
  /** The binding's. */
  name: z.string(),
  projectId: z.string(),
  environment: z.enum(environments),
  /** What the worker serves of it in this environment is run. */
  functionId: z.string(),
  tenantId: z.string(),
  input: z.unknown(),
  executionId: z.string(),
  requestId: z.string(),
});
export type CronAttempt = z.infer<typeof cronAttempt>;

/** How an attempt ended. 409 `INVALID_STATE` when it is no longer this worker's. */
export const cronCompletion = z.strictObject({
  workerId: z.string(),
  attempt: z.number().int(),
  status: z.enum(executionStatuses),
  /** Masked already; null when it succeeded. */
  error: z.strictObject({ code: z.string().max(200), message: z.string().max(10_000) }).nullable(),
});
export type CronCompletion = z.infer<typeof cronCompletion>;
