import { z } from "zod";
import { executionRecord } from "../internal/execution.ts";
import { environments, executionSources } from "../states.ts";
import { time } from "./fields.ts";

/** One call, masked. The detail is the worker's report; lists leave out the large fields. */
export const execution = z.object(executionRecord.shape).extend({
  /** It is in the archive, and no longer in the database. */
  archived: z.boolean().optional(),
  /** The page of its trace; null if it was not traced, or the settings name no page. */
  traceUrl: z.string().nullable(),
});
export const executionSummary = execution
  .omit({
    input: true,
    output: true,
    logs: true,
    calls: true,
    hostCalls: true,
    hostCallsOmitted: true,
    questions: true,
    deliveryId: true,
    delivered: true,
    traceId: true,
    traceUrl: true,
  })
  .extend({
    error: execution.shape.error.unwrap().omit({ stack: true }).nullable(),
    /**
     * The current name of its tool or route: `orders_find`, `GET /orders/{id}`; null if it came through none, or that
     * was deleted.
     */
    called: z.string().nullable(),
  });
export type ExecutionSummary = z.infer<typeof executionSummary>;

/** How many executions match some filters. */
export const executionCount = z.object({
  /** At most 10,000. */
  count: z.number().int(),
  /** There may be more: the count ended at 10,000, the search at its limit, or the archive may have some. */
  more: z.boolean(),
  /** Everything from this time on is counted; null: everything in the range. */
  since: time.nullable(),
});

/** Failures of one Function with the same code, thrown at the same place. */
export const executionGroup = z.object({
  id: z.string(),
  functionId: z.string().nullable(),
  functionName: z.string(),
  code: z.string(),
  /** The place of the throw, source-mapped; null if the platform ended the call. */
  frame: z.string().nullable(),
  /** The message of the newest one. */
  message: z.string(),
  count: z.number().int(),
  firstSeenAt: time,
  lastSeenAt: time,
  /** Its newest executions, at most five. */
  sampleIds: z.array(z.string()),
});

/** A running call, as its worker reported it. */
export const runningExecution = z.object({
  id: z.string(),
  projectId: z.string(),
  requestId: z.string(),
  environment: z.enum(environments),
  functionId: z.string().nullable(),
  functionName: z.string(),
  endpointId: z.string().nullable(),
  source: z.enum(executionSources),
  tenantId: z.string(),
  startedAt: time,
  /** Null: it still waits for a worker. */
  workerId: z.string().nullable(),
  /** Somebody has asked to end it. */
  cancelling: z.boolean(),
});
