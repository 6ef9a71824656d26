import { z } from "zod";
import { caller } from "../internal/execution.ts";
import { mcpBindingKinds } from "../states.ts";
import { quota } from "./policy-limits.ts";

/** The dimensions that divide usage. Several together give one row for each combination. */
export const usageParts = ["day", "caller", "tenant", "tool", "kind"] as const;
export type UsagePart = (typeof usageParts)[number];

/** How long usage is kept, in days. */
export const usageDaysKept = 400;

export const usageRow = z.object({
  /** A day in UTC: `2026-11-21`. Like the others, null if it was not requested. */
  day: z.iso.date().nullable(),
  /** The caller: a key, or a person who signed in, as shown in their latest call. */
  caller: caller.pick({ kind: true, id: true, name: true, issuer: true, subject: true }).nullable(),
  tenantId: z.string().nullable(),
  /** `name` is the current name of the tool or route; if it was deleted, the Function's name. */
  tool: z.object({ bindingId: z.string().nullable(), name: z.string() }).nullable(),
  /**
   * What its binding offers now. Values that clients complete count as what they are for. Null if it was not requested,
   * or if there is no such binding any more.
   */
  kind: z.enum([...mcpBindingKinds, "route"]).nullable(),
  /** Each attempt of a run is a call. */
  calls: z.number().int(),
  /** How many of the calls were the first attempts of runs: of durable Functions, of approved calls, crons and deliveries. */
  runs: z.number().int(),
  /** Ended as `failed` or `timed_out`. */
  failed: z.number().int(),
  rejected: z.number().int(),
  /** The total time of all runs. */
  durationMs: z.number(),
  cpuMs: z.number(),
});
export type UsageRow = z.infer<typeof usageRow>;

/** A quota of an endpoint's policy in the environment. */
const quotaOfEndpoint = quota.extend({ endpointId: z.string(), endpointName: z.string() });
export type QuotaOfEndpoint = z.infer<typeof quotaOfEndpoint>;

export const usage = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The rows with the most calls first; with `day`, the newest day first. */
  items: z.array(usageRow),
  /** There are more rows than the response holds. */
  truncated: z.boolean(),
  /** What each key, caller or tenant may use in a day or a month, the smallest quota first; at most twenty. */
  quotas: z.array(quotaOfEndpoint),
});
