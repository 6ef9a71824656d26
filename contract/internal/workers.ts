import { z } from "zod";
import { environments, executionSources } from "../states.ts";

/** A call, or a test, that has been running for a while. */
export const runningCall = z.object({
  executionId: z.string(),
  projectId: z.string(),
  requestId: z.string(),
  environment: z.enum(environments),
  functionId: z.string().nullable(),
  functionName: z.string(),
  endpointId: z.string().nullable(),
  source: z.enum(executionSources),
  tenantId: z.string(),
  startedAt: z.string(),
});
export type RunningCall = z.infer<typeof runningCall>;

/**
 * A worker's report of its state. It sends one every five seconds, every second while a call runs for longer than a
 * second, and whenever it has applied more of the feed. Each side ignores unknown fields, so either may be the newer
 * one.
 */
export const workerReport = z.object({
  workerId: z.string().min(1).max(200),
  version: z.string().max(100),
  startedAt: z.string(),
  /** Invocation slots: taken, wanted by waiting calls, and in total. */
  running: z.number().int(),
  waiting: z.number().int(),
  capacity: z.number().int(),
  /** The worker has applied the feed up to this position and loaded its artifacts; null: nothing yet. */
  inForce: z.object({ epoch: z.string(), sequence: z.number().int() }).nullish(),
  /** Its latest logged errors: only the sentences, without details. */
  errors: z
    .array(z.object({ at: z.iso.datetime(), message: z.string().max(300) }))
    .max(10)
    .optional(),
  /** The calls that have been running for a second or more, oldest first. */
  calls: z.array(runningCall).max(500),
});
export type WorkerReport = z.infer<typeof workerReport>;

/** The ids of this worker's executions that somebody wants to end. */
export const workerReportAnswer = z.object({ cancelled: z.array(z.string()) });
