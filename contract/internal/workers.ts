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
 * How a worker is, every five seconds, every second while a call runs for longer
 * than one, and as soon as more of the feed is in force.
 * What one of the two says that the other has not heard of is passed over, so that either may be the newer: none of it limits anybody.
 */
export const workerReport = z.object({
  workerId: z.string().min(1).max(200),
  version: z.string().max(100),
  startedAt: z.string(),
  /** Invocation slots taken, waited for and there. */
  running: z.number().int(),
  waiting: z.number().int(),
  capacity: z.number().int(),
  /** Everything that the feed has said up to here is in force, artifacts loaded; null: nothing yet. */
  inForce: z.object({ epoch: z.string(), sequence: z.number().int() }).nullish(),
  /** Its latest logged errors: only the sentences, without details. */
  errors: z
    .array(z.object({ at: z.iso.datetime(), message: z.string().max(300) }))
    .max(10)
    .optional(),
  /** Those that have been running for a second or more, the oldest of them. */
  calls: z.array(runningCall).max(500),
});
export type WorkerReport = z.infer<typeof workerReport>;

/** The executions of this worker, by id, that somebody wants ended. */
export const workerReportAnswer = z.object({ cancelled: z.array(z.string()) });
