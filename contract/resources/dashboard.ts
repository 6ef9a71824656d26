import { z } from "zod";
import { caller } from "../internal/execution.ts";
import { deploymentKinds, environments } from "../states.ts";
import { time } from "./fields.ts";

export const dashboardWindows = ["1h", "24h", "7d"] as const;
export type DashboardWindow = (typeof dashboardWindows)[number];

const milliseconds = z.number().nullable();

/** Calls, without tests of drafts. Percentiles come from a logarithmic scale, within 6.3 %; null without a call. */
export const traffic = {
  calls: z.number().int(),
  /** Ended as `failed` or `timed_out`. */
  failed: z.number().int(),
  rejected: z.number().int(),
  cancelled: z.number().int(),
  /** Share of the calls that failed, 0 to 1; 0 without a call. */
  errorRate: z.number(),
  latency: z.object({ p50Ms: milliseconds, p95Ms: milliseconds, p99Ms: milliseconds }),
};

const functionTraffic = z.object({
  functionId: z.string(),
  functionName: z.string(),
  calls: z.number().int(),
  failed: z.number().int(),
  errorRate: z.number(),
});

/** How long something has failed within the window, and whom its failures touch. */
const failing = {
  /** When the first step with a failure begins: the minute in the window of an hour, otherwise the quarter of an hour. */
  failingSince: time,
  /** How many callers and tenants its failures touch, as far as the newest 500 failures of the Project tell. */
  callers: z.number().int(),
  tenants: z.number().int(),
  /** From how many of its failures the two numbers come: from the newest ones. */
  looked: z.number().int(),
};

const endpointTraffic = z.object({
  endpointId: z.string(),
  /** Null if the endpoint was deleted. */
  endpointName: z.string().nullable(),
  calls: z.number().int(),
  failed: z.number().int(),
  errorRate: z.number(),
});

const callerTraffic = z.object({
  ...caller.pick({ kind: true, id: true, name: true, issuer: true, subject: true }).shape,
  calls: z.number().int(),
  failed: z.number().int(),
  errorRate: z.number(),
});

const cron = z.object({
  cronBindingId: z.string(),
  name: z.string(),
  functionId: z.string(),
  schedule: z.string(),
  timezone: z.string(),
});

const sums = {
  ...traffic,
  /** One entry for each step of time, oldest first, including steps without a call. */
  series: z.array(z.object({ at: time, ...traffic })),
};

/** Calls over a window of time that ends now. */
const windowed = {
  environment: z.enum(environments),
  window: z.enum(dashboardWindows),
  from: time,
  to: time,
  /** The time of the first call, if it is within the window, which then begins there. Otherwise null. */
  firstCallAt: time.nullable(),
  ...sums,
};

/** The calls of the Project, of a Function, of an endpoint or of a binding. */
export const trafficOverTime = z.object({
  ...windowed,
  /**
   * The time right before the window, as long as it and in the same steps. It ends with the same minute or quarter of an
   * hour of its last step. Null if it was not requested.
   */
  before: z.object({ from: time, to: time, ...sums }).nullable(),
});

export const dashboard = z.object({
  ...windowed,
  /** At most five each: the most called, and those with the most failures. */
  busiest: z.array(functionTraffic),
  failing: z.array(functionTraffic.extend(failing)),
  /** The endpoints with the most failures, at most five. */
  failingEndpoints: z.array(endpointTraffic.extend(failing)),
  /**
   * The callers with the most calls, at most five. The window begins at the quarter of an hour before its `from`; that
   * of a week begins at the half day.
   */
  callers: z.array(callerTraffic),
  activeDeployments: z.array(
    z.object({
      environment: z.enum(environments),
      deploymentId: z.string(),
      number: z.number().int(),
      kind: z.enum(deploymentKinds),
      digest: z.string(),
      pinned: z.boolean(),
      since: time,
    }),
  ),
  /** In this environment: the five that fire next, soonest first. */
  upcomingCrons: z.array(cron.extend({ nextRunAt: time })),
  /** In this environment: occurrences that are more than five seconds late, at most five. */
  lateCrons: z.array(cron.extend({ scheduledFor: time, lateMs: z.number() })),
  /** The installation's workers, as they report themselves; `lost`: no report for 15 seconds. */
  workers: z.array(
    z.object({
      id: z.string(),
      status: z.enum(["up", "lost"]),
      version: z.string(),
      running: z.number().int(),
      waiting: z.number().int(),
      capacity: z.number().int(),
      startedAt: time,
      lastSeenAt: time,
    }),
  ),
});
