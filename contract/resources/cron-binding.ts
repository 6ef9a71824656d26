import { z } from "zod";
import { patchOf } from "../resource-fields.ts";
import { cronOverlaps, cronRunStatuses, cronTriggers } from "../states.ts";
import {
  environment,
  givenLine,
  givenName,
  id,
  jsonValue,
  name,
  owned,
  pathId,
  tenantId,
  text,
  time,
} from "./fields.ts";

/**
 * After a time without a control plane: the most missed occurrences that are recorded, and the most that are caught up.
 */
export const mostMissedRuns = 100;
const longestInput = 65_536;
const longestBackoffMs = 3_600_000;

/** Five or six fields, which the control plane parses. docs/cron.md describes them. */
const schedule = givenLine(200, 1);

/** Offsets like `+02:00` are not zones: they have no daylight saving time. */
function isTimezone(value: string): boolean {
  if (/^[+-]/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

const timezone = text(100, 1).refine(
  isTimezone,
  "must be an IANA time zone like Europe/Berlin, America/New_York or UTC",
);
const input = jsonValue.refine(
  (value) => JSON.stringify(value).length <= longestInput,
  "must be at most 64 KiB as JSON",
);
const overlap = z.enum(cronOverlaps);
const maxAttempts = z.number().int().min(1).max(10);
const backoffMs = z.number().int().min(0).max(longestBackoffMs);
const catchUp = z.number().int().min(0).max(mostMissedRuns);
const pauseAfterFailures = z.number().int().min(1).max(1_000).nullable();

export const cronRun = z.object({
  ...owned("run"),
  cronBindingId: id("crn"),
  trigger: z.enum(cronTriggers),
  /** The scheduled occurrence; for a manual run, the time of the request. */
  scheduledFor: time,
  status: z.enum(cronRunStatuses),
  /** 0 until the first attempt begins. */
  attempt: z.number().int(),
  /** For the latest attempt. */
  executionId: z.string().nullable(),
  /** For a manual run. */
  requestedBy: z.object({ id: id("usr"), email: z.string() }).nullable(),
  /** Why it was skipped or missed, or how its latest attempt failed. */
  reason: z.string().nullable(),
  /** When a worker got the latest attempt. */
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** When a failed attempt is tried again. */
  nextAttemptAt: time.nullable(),
});
export type CronRun = z.infer<typeof cronRun>;

export const cronBinding = z.object({
  ...owned("crn"),
  name,
  functionId: id("fn"),
  environment,
  schedule: z.string(),
  timezone: z.string(),
  tenantId,
  input: z.unknown(),
  enabled: z.boolean(),
  overlap,
  retry: z.object({ maxAttempts, backoffMs }),
  catchUp,
  pauseAfterFailures,
  /** The current number of consecutive failed scheduled runs. */
  consecutiveFailures: z.number().int(),
  /** Set if it disabled itself. */
  pausedAt: time.nullable(),
  pauseReason: z.string().nullable(),
  /** Null while it is disabled. */
  nextRunAt: time.nullable(),
  /** The next five occurrences; fewer if the schedule has no more. */
  nextRuns: z.array(time),
  lastRun: cronRun.nullable(),
});
export type CronBinding = z.infer<typeof cronBinding>;

export const newCronBinding = z.strictObject({
  /** Default: its Function's name. */
  name: givenName.optional(),
  functionId: pathId,
  environment: environment.default("development"),
  schedule,
  timezone: timezone.default("UTC"),
  tenantId: tenantId.default("default"),
  input: input.default({}),
  enabled: z.boolean().default(true),
  overlap: overlap.default("skip"),
  retry: z.strictObject({ maxAttempts: maxAttempts.default(1), backoffMs: backoffMs.default(1_000) }).prefault({}),
  catchUp: catchUp.default(0),
  pauseAfterFailures: pauseAfterFailures.default(null),
});

/** A preview of a binding, while somebody writes it. */
export const draftedCronBinding = z.strictObject({
  functionId: pathId.optional(),
  environment: environment.default("development"),
  schedule,
  timezone: timezone.default("UTC"),
  input: input.optional(),
});

export const cronBindingPreview = z.object({
  /** The next five occurrences; fewer if the schedule has no more. */
  nextRuns: z.array(time),
  /** Why the schedule cannot be saved; null if it can. */
  scheduleProblem: z.string().nullable(),
  /** The source of the schema that checks the input: the deployed revision, else the last checked draft. */
  contract: z.enum(["deployed", "draft", "unknown"]),
  /** Null while the schema is unknown. */
  inputSchema: z.record(z.string(), z.unknown()).nullable(),
  /** The Function's problems with the input; their paths begin with `input`. */
  inputIssues: z.array(z.object({ path: z.string(), message: z.string() })),
});

/** `enabled: true` also resumes one that paused itself. */
export const patchedCronBinding = patchOf(newCronBinding).extend({
  retry: z.strictObject({ maxAttempts: maxAttempts.optional(), backoffMs: backoffMs.optional() }).optional(),
});
