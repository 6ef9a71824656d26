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

/** How many missed occurrences are recorded, and how many may be caught up with, after a time without a control plane. */
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
  /** The occurrence that it runs; for a manual run, the time of the request. */
  scheduledFor: time,
  status: z.enum(cronRunStatuses),
  /** 0 until the first one begins. */
  attempt: z.number().int(),
  /** Of the latest attempt. */
  executionId: z.string().nullable(),
  /** Of a manual run. */
  requestedBy: z.object({ id: id("usr"), email: z.string() }).nullable(),
  /** Why it was skipped or missed, or how its latest attempt failed. */
  reason: z.string().nullable(),
  /** When the latest attempt was given to a worker. */
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** The time of the next try after a failed attempt. */
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
  /** Scheduled runs that failed in a row until now. */
  consecutiveFailures: z.number().int(),
  /** Set when it disabled itself. */
  pausedAt: time.nullable(),
  pauseReason: z.string().nullable(),
  /** Null while it does not fire. */
  nextRunAt: time.nullable(),
  /** The next five occurrences; fewer where the schedule has no more. */
  nextRuns: z.array(time),
  lastRun: cronRun.nullable(),
});
export type CronBinding = z.infer<typeof cronBinding>;

export const newCronBinding = z.strictObject({
  /** Its Function's name when it is not given. */
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
  /** The next five occurrences; fewer where the schedule has no more. */
  nextRuns: z.array(time),
  /** Why the schedule cannot be saved; null when it can. */
  scheduleProblem: z.string().nullable(),
  /** The contract by which the input is checked: that of the deployed revision, else that of the last checked draft. */
  contract: z.enum(["deployed", "draft", "unknown"]),
  /** Null while it is unknown. */
  inputSchema: z.record(z.string(), z.unknown()).nullable(),
  /** The Function's problems with the input, by paths that begin with `input`. */
  inputIssues: z.array(z.object({ path: z.string(), message: z.string() })),
});

/** `enabled: true` also resumes one that paused itself. */
export const patchedCronBinding = patchOf(newCronBinding).extend({
  retry: z.strictObject({ maxAttempts: maxAttempts.optional(), backoffMs: backoffMs.optional() }).optional(),
});
