import { z } from "zod";
import { caller, executionRecord } from "../internal/execution.ts";
import { deploymentKinds, environments, errorStatuses, executionSources } from "../states.ts";
import { givenText, text, time } from "./fields.ts";

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
  environment: z.enum(environments),
  /** How many there were in the range. */
  count: z.number().int(),
  /** The first one of all, also before the range. */
  firstSeenAt: time,
  /** The last one in the range. */
  lastSeenAt: time,
  /** Its newest executions, at most five. */
  sampleIds: z.array(z.string()),
  /** `resolved` until a failure begins after it was resolved. */
  status: z.enum(errorStatuses),
  assignee: z.object({ id: z.string(), email: z.string() }).nullable(),
});

const shares = <T extends z.ZodRawShape>(of: T) => z.array(z.object({ ...of, count: z.number().int() }));

/** A group of failures with what it touches. */
export const executionGroupDetail = executionGroup.extend({
  /** The trace of the newest one, source-mapped; null if the platform ended the call. */
  stack: z.string().nullable(),
  resolvedAt: time.nullable(),
  resolvedBy: z.string().nullable(),
  /** When it last came back after somebody had resolved it. */
  reopenedAt: time.nullable(),
  note: z.string(),
  /** The deployment with which it began; null if that is not known. */
  beganWith: z.object({ deploymentId: z.string(), number: z.number().int(), kind: z.enum(deploymentKinds) }).nullable(),
  /** What `count` and `trend` cover. */
  from: time,
  to: time,
  /** Failures by the hour, or by the day in a longer range; steps without one are in it. */
  trend: z.array(z.object({ at: time, count: z.number().int() })),
  /** `callers` and the others come from so many of its newest executions, at most 500. */
  looked: z.number().int(),
  callers: shares({ caller: caller.pick({ kind: true, id: true, name: true, issuer: true, subject: true }) }),
  tenants: shares({ tenantId: z.string() }),
  targets: shares({ bindingId: z.string(), called: z.string() }),
  deployments: shares({ deploymentId: z.string(), number: z.number().int().nullable() }),
  /** Members of the input whose values differ between failures and successes, the clearest first. Masked. */
  inputs: z.array(
    z.object({
      /** `/order/id`: a JSON pointer. */
      path: z.string(),
      failed: shares({ value: z.string() }),
      succeeded: shares({ value: z.string() }),
    }),
  ),
  /** How many inputs were compared. */
  compared: z.object({ failed: z.number().int(), succeeded: z.number().int() }),
});

/** What people know of a group of failures. */
export const executionGroupState = executionGroupDetail.pick({
  id: true,
  environment: true,
  status: true,
  assignee: true,
  resolvedAt: true,
  resolvedBy: true,
  reopenedAt: true,
  note: true,
});

/** A change of what people know of a group; a field that is left out stays. */
export const changedExecutionGroup = z.strictObject({
  status: z.enum(errorStatuses).optional(),
  /** An active user; null: nobody. */
  assigneeId: text(128, 1).nullable().optional(),
  note: givenText(4_000).optional(),
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
