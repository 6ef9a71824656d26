import { z } from "zod";
import { environments, executionSources } from "../states.ts";
import { logEntry } from "./execution.ts";

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

/** The bounds of the logs of running calls that people watch. `chars` counts characters of JSON, for each call. */
export const liveLogLimits = { calls: 20, chars: 65_536, lines: 1_000 } as const;

/** What a running call has logged so far, masked: the latest lines. */
export const liveLog = z.object({
  executionId: z.string(),
  lines: z.array(logEntry).max(liveLogLimits.lines),
  /** How many earlier lines are left out. */
  omitted: z.number().int(),
});
export type LiveLog = z.infer<typeof liveLog>;

/**
 * A worker's report of its state. It sends one every five seconds, every half second while a call runs for longer
 * than that, and whenever it has applied more of the feed. Each side ignores unknown fields, so either may be the newer
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
  /** The calls that have been running for half a second or more, oldest first. */
  calls: z.array(runningCall).max(500),
  /** The logs of watched calls that have changed since the report before. */
  logs: z.array(liveLog).max(liveLogLimits.calls).optional(),
});
export type WorkerReport = z.infer<typeof workerReport>;

export const workerReportAnswer = z.object({
  /** The ids of this worker's executions that somebody wants to end. */
  cancelled: z.array(z.string()),
  /** The ids of those whose logs somebody watches. */
  watched: z.array(z.string()).optional(),
});
