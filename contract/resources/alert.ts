import { z } from "zod";
import { environments } from "../states.ts";
import { environment, id, time } from "./fields.ts";

/** The kinds of causes. Each is on until somebody switches it off. */
export const alertRules = [
  "deployment-failed",
  "cron-failing",
  "delivery-dead",
  "endpoint-failing",
  "endpoint-slow",
  "quota-near",
  "quota-reached",
  "worker-away",
  "control-plane-away",
  "expires-soon",
  "approval-waits",
] as const;
export type AlertRule = (typeof alertRules)[number];
export const alertRule = z.enum(alertRules);

export const alertStates = ["firing", "resolved"] as const;

/** What went wrong in a Project. One subject has one firing alert of a rule, however often its cause is found. */
export const alert = z.object({
  id: id("alr"),
  rule: alertRule,
  /** Null: it concerns both environments. */
  environment: z.enum(environments).nullable(),
  state: z.enum(alertStates),
  title: z.string(),
  /** More about the cause, as it was last found; it may be empty. */
  detail: z.string(),
  /** The page of the console that shows the cause: `/endpoints/ep_…`. */
  path: z.string(),
  since: time,
  resolvedAt: time.nullable(),
});
export type Alert = z.infer<typeof alert>;

/**
 * How many alerts say that something fails. What concerns both environments counts in both. Approvals, quotas that are
 * nearly used up, and what expires soon do not count.
 */
export const alertCounts = z.object({ development: z.number().int(), production: z.number().int() });

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day like 22:00");

const timezone = z
  .string()
  .min(1)
  .max(100)
  .refine((value) => {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: value }) instanceof Intl.DateTimeFormat;
    } catch {
      return false;
    }
  }, "must be an IANA time zone like Europe/Berlin");

/** When channels are quiet, each day. What happens then is told in one message at the end. */
export const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay, timezone })
  .refine(({ from, to }) => from !== to, { error: "must differ from the beginning", path: ["to"] });
export type QuietHours = z.infer<typeof quietHours>;

const settings = {
  /** The rules that are switched off. */
  rulesOff: z.array(alertRule).max(alertRules.length),
  /** Null: channels are never quiet. */
  quietHours: quietHours.nullable(),
};

export const alertSettings = z.object({
  ...settings,
  /** Null: nobody has changed them yet. */
  updatedAt: time.nullable(),
  revision: z.number().int(),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** Omitted fields stay unchanged. */
export const changedAlertSettings = z.strictObject(settings).partial();

const bounds = {
  /** The share of failed calls, in percent, from which on it is an alert; null: no share is. */
  failurePercent: z.number().int().min(1).max(100).nullable(),
  /** The time, in milliseconds, within which 95 of 100 calls must end; null: any. */
  p95Ms: z.number().int().min(10).max(300_000).nullable(),
  /** The calls of so many minutes count together. */
  windowMinutes: z.number().int().min(1).max(60),
  /** Fewer calls in the window are no alert. */
  minCalls: z.number().int().min(1).max(100_000),
};

/** The bounds of an endpoint that nobody has changed. */
export const usualBounds = { failurePercent: 10, p95Ms: 10_000, windowMinutes: 5, minCalls: 20 } as const;

/** When the calls of an endpoint are an alert. */
export const alertBounds = z.object({
  ...bounds,
  endpointId: id("ep"),
  /** Null: it has the usual bounds. */
  updatedAt: time.nullable(),
  revision: z.number().int(),
});
export type AlertBounds = z.infer<typeof alertBounds>;

/** Omitted fields stay unchanged. */
export const changedAlertBounds = z.strictObject(bounds).partial();

export const alertFilters = {
  state: z.enum(alertStates).optional(),
  rule: alertRule.optional(),
  /** Also finds what concerns both environments. */
  environment: environment.optional(),
};
