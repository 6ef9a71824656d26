import { z } from "zod";
import { environments, executionStatuses } from "../states.ts";

/** One attempt of one run. A worker runs the same one once, however often it is given to it. */
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

const held = z.strictObject({ runId: z.string(), attempt: z.number().int() });
export type HeldAttempt = z.infer<typeof held>;

/**
 * `POST /internal/cron-runs/claim`: up to `max` attempts, each under a lease of `leaseMs`; held up to 20 s while there is
 * none. What is leased to this worker and not among `holding` was lost on its way and is given again, so that a control
 * plane that dies while it answers costs no run. With `max` 0 only that, at once.
 */
export const cronClaim = z.strictObject({
  workerId: z.string().min(1).max(200),
  max: z.number().int().min(0).max(100),
  holding: z.array(held).max(1_000),
});
export const cronClaimAnswer = z.strictObject({ attempts: z.array(cronAttempt), leaseMs: z.number().int() });

/** `POST /internal/cron-runs/renew`, at least every `leaseMs / 3`: the answer names those that are no longer this worker's. */
export const cronRenewal = z.strictObject({ workerId: z.string(), holding: z.array(held).max(1_000) });
export const cronRenewalAnswer = z.strictObject({ lost: z.array(z.string()) });

/** `POST /internal/cron-runs/{id}/complete`: how an attempt ended. 204; 409 `INVALID_STATE` when it is no longer this worker's. */
export const cronCompletion = z.strictObject({
  workerId: z.string(),
  attempt: z.number().int(),
  status: z.enum(executionStatuses),
  /** Masked already; null when it succeeded. */
  error: z.strictObject({ code: z.string().max(200), message: z.string().max(10_000) }).nullable(),
});
export type CronCompletion = z.infer<typeof cronCompletion>;
