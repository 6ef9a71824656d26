import { z } from "zod";
import { caller, logEntry } from "../internal/execution.ts";
import { cronTriggers, environments, runModes, runSources, runStatuses, stepStates } from "../states.ts";
import { environment, givenTime, id, jsonValue, owned, several, tenantId, text, time } from "./fields.ts";

const window = z.strictObject({
  limit: z.number().int().min(1).max(10_000),
  perSeconds: z.number().int().min(1).max(86_400),
});
/** `function`, `tenant`, or a JSON pointer into the input such as `/orderId` (RFC 6901). */
const per = z
  .string()
  .max(200)
  .regex(/^(?:function|tenant|\/.{1,199})$/, "must be function, tenant, or a JSON pointer such as /orderId");

/** How runs of a durable Function are started, limited and moved. */
export const runPolicy = z.strictObject({
  /** A run ends as `expired` after this time. */
  deadlineSeconds: z
    .number()
    .int()
    .min(1)
    .max(30 * 86_400)
    .default(86_400),
  /** At a release or rollback, runs `stay` with the deployment that they began with, or `move` at their next step. */
  onRelease: z.enum(["stay", "move"]).default("stay"),
  /** A JSON pointer into the input: runs with the same value are one (deduplication). */
  key: z
    .string()
    .max(200)
    .regex(/^\/.{1,199}$/, "must be a JSON pointer such as /orderId")
    .nullable()
    .default(null),
  /** How many runs may be under way at once; the others wait. */
  concurrency: z
    .strictObject({ limit: z.number().int().min(1).max(1_000), per: per.default("function") })
    .nullable()
    .default(null),
  /** How many runs may begin in a time; the others wait. */
  rate: window.nullable().default(null),
});
export type RunPolicy = z.infer<typeof runPolicy>;
export const defaultRunPolicy: RunPolicy = runPolicy.parse({});

const error = z.object({ code: z.string(), message: z.string() });

/** What only runs of crons have. */
const cronPart = z.object({
  trigger: z.enum(cronTriggers),
  /** The occurrence; of a run by hand, the time of the request. */
  scheduledFor: time,
  /** Whether it was missed, and is caught up with. */
  catchesUp: z.boolean(),
  /** The e-mail address of the person who asked for it. */
  requestedBy: z.string().nullable(),
});

/** What only deliveries have. */
const deliveryPart = z.object({
  /** The size of the request's body, in bytes. */
  size: z.number().int(),
  maxAttempts: z.number().int(),
  /** When somebody delivered it again; null: nobody has. */
  redeliveredAt: time.nullable(),
});

export const run = z.object({
  ...owned("run"),
  /** Deliveries keep their own prefix. */
  id: z.union([id("run"), id("dlv")]),
  environment,
  functionId: id("fn"),
  functionName: z.string(),
  mode: z.enum(runModes),
  source: z.enum(runSources),
  /** The tool, the route or the cron that started it; null if none did, or it was deleted. */
  called: z.string().nullable(),
  endpointId: z.string().nullable(),
  bindingId: z.string().nullable(),
  /** The deployment that it runs; null before its first attempt. */
  deploymentId: z.string().nullable(),
  tenantId: z.string(),
  caller,
  requestId: z.string(),
  /** Of a delivery, the id that its sender gave it. */
  key: z.string().nullable(),
  priority: z.number().int(),
  parentId: z.string().nullable(),
  /** The run of which it is a repetition with the same or another input. */
  replayOf: z.string().nullable(),
  status: z.enum(runStatuses),
  /** Whether somebody has asked to end it. */
  cancelling: z.boolean(),
  /** Why it does not go on, in a sentence: `Waits for the event payment.paid until …`, `The Function is paused.` */
  waitsFor: z.string().nullable(),
  /** How many attempts have begun. */
  attempt: z.number().int(),
  steps: z.object({ done: z.number().int(), failed: z.number().int() }),
  /** Of the latest attempt. */
  executionId: z.string().nullable(),
  error: error.nullable(),
  /** Of a cron run or a delivery: why it never began, or how its latest attempt failed. */
  reason: z.string().nullable(),
  cron: cronPart.nullable(),
  delivery: deliveryPart.nullable(),
  /** When it goes on; null while it runs, waits for somebody, or has ended. */
  dueAt: time.nullable(),
  /** Null for a cron run that has begun. */
  deadlineAt: time.nullable(),
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
});
export type Run = z.infer<typeof run>;

export const runStep = z.object({
  key: z.string(),
  kind: z.enum(["step", "sleep", "event", "approval", "child", "start", "question"]),
  /** In the order in which the Function declared them. */
  position: z.number().int(),
  state: z.enum(stepStates),
  attempts: z.number().int(),
  /** Masked, and cut where it is long. */
  shown: z.string().nullable(),
  error: error.nullable(),
  /** What it waits for, in a sentence. */
  waitsFor: z.string().nullable(),
  approvalId: z.string().nullable(),
  childId: z.string().nullable(),
  /** The run's attempt in which it ended, or last ran. */
  attempt: z.number().int(),
  durationMs: z.number().nullable(),
  dueAt: time.nullable(),
  startedAt: time,
  finishedAt: time.nullable(),
});
export type RunStep = z.infer<typeof runStep>;

/** One attempt of a run: an execution. */
export const runAttemptSummary = z.object({
  attempt: z.number().int(),
  executionId: z.string(),
  end: z.string(),
  startedAt: time,
  durationMs: z.number(),
});

export const runDetail = run.extend({
  /**
   * Masked, and cut where it is long. Null for a cron run, which takes its cron's input, and for a delivery, whose
   * attempts contain its request.
   */
  shownInput: z.string().nullable(),
  shownOutput: z.string().nullable(),
  timeline: z.array(runStep),
  attempts: z.array(runAttemptSummary),
  children: z.array(run.pick({ id: true, functionId: true, functionName: true, status: true, createdAt: true })),
});
export type RunDetail = z.infer<typeof runDetail>;

/** What the attempt that runs now has logged so far. */
export const runLog = z.object({
  /** The number of the latest attempt; 0 before the first one. */
  attempt: z.number().int(),
  executionId: z.string().nullable(),
  /** Whether the attempt runs now. If not, its execution has its log. */
  running: z.boolean(),
  /** Masked as in executions. Of a long log, the latest lines. */
  lines: z.array(logEntry),
  /** How many earlier lines are left out. */
  omitted: z.number().int(),
});

export const startedByHand = z.strictObject({
  functionId: text(128, 1),
  environment: environment.default("development"),
  tenantId: tenantId.default("default"),
  input: jsonValue,
  /** Deduplication: see the Function's policy. */
  key: text(200, 1).nullable().default(null),
  delaySeconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(0),
  priority: z.number().int().min(-100).max(100).default(0),
});

/** Any of the modes, in a query. */
export const givenModes = several(",", runModes.length, "with a comma between each").pipe(z.array(z.enum(runModes)));

/**
 * The runs that somebody chose: by their ids, or by what they have in common; at most 1,000, oldest first. Without ids, a
 * retry takes those that failed or expired, and a cancellation those that have not ended. Of the failed runs of a cron, a
 * retry takes only its latest run.
 */
export const chosenRuns = z.strictObject({
  environment: z.enum(environments),
  runIds: z.array(text(128, 1)).min(1).max(200).optional(),
  /** Default: every mode in which the caller's role may make the change. */
  modes: z.array(z.enum(runModes)).min(1).max(runModes.length).optional(),
  cronBindingId: text(128, 1).optional(),
  functionId: text(128, 1).optional(),
  /** Of those that a retry or a cancellation takes. */
  status: z.enum(runStatuses).optional(),
  source: z.enum(runSources).optional(),
  tenantId: tenantId.optional(),
  errorCode: text(200, 1).optional(),
  deploymentId: text(128, 1).optional(),
  /** Those that were created at or after this time. */
  since: givenTime.optional(),
  /** Those that were created before this time. */
  until: givenTime.optional(),
});
export type ChosenRuns = z.infer<typeof chosenRuns>;
/** The most runs that one request without ids changes. */
export const mostChosenRuns = 1_000;
export const changedRuns = z.object({
  /** The number of changed runs; the others were in a state that does not allow it. */
  changed: z.number().int(),
  /** Whether there are more of them. */
  more: z.boolean(),
});

/** How many there are; with `atLeast`, there are more, and nobody counted them. */
const boundedCount = z.object({ count: z.number().int(), atLeast: z.boolean() });

/** A Function whose runs do not begin or go on in an environment. */
export const pausedRuns = z.object({
  functionId: id("fn"),
  functionName: z.string(),
  environment,
  pausedAt: time,
  /** The e-mail address of who paused it. */
  pausedBy: z.string().nullable(),
});

/** The runs in each state, and the Functions that are paused there. */
export const runCounts = z.object({
  counts: z.record(z.enum(runStatuses), boundedCount),
  paused: z.array(pausedRuns),
});
export type RunCounts = z.infer<typeof runCounts>;

/** Whether the runs of a Function wait in an environment until somebody resumes them. */
export const runsPause = z.object({ functionId: id("fn"), environment, paused: z.boolean() });

export const sentRunEvent = z.strictObject({
  environment: environment.default("development"),
  tenantId: tenantId.default("default"),
  name: text(200, 1),
  data: jsonValue,
  /** Only for this run. */
  runId: text(128, 1).optional(),
});
