import { z } from "zod";
import { quotaPeriods, quotaSubjects } from "../resources/policy-limits.ts";
import { environments } from "../states.ts";

/** The most limits in one message. */
export const mostAsks = 1_000;

const count = z.int().min(0).max(1_000_000_000);

/** A worker's request and report for one limit. All numbers count requests. */
export const limitAsk = z.strictObject({
  /** Identifies the limit within its Project: the same on every worker, at most 64 characters. */
  id: z.string().min(1).max(64),
  projectId: z.string().max(64),
  /** The start of the minute, or of the quota's period. */
  limit: z.int().min(1).max(1_000_000_000),
  /** For a quota: the subject, and the period; absent for a limit by the minute. */
  quota: z
    .strictObject({
      endpointId: z.string().max(64),
      environment: z.enum(environments),
      by: z.enum(quotaSubjects),
      period: z.enum(quotaPeriods),
      subject: z.string().min(1).max(128),
      name: z.string().max(300),
    })
    .optional(),
  /** Requests that the worker let through without a grant. */
  owed: count,
  /** Requests that were granted to this worker but not used. */
  back: count,
  /** Requests needed now, because callers wait. */
  need: count,
  /** Further requests to hold in reserve. */
  wants: count,
});
export type LimitAsk = z.infer<typeof limitAsk>;

/** `askLimits`: a worker's needs, for limits that all workers share. */
export const limitAsks = z.strictObject({ asks: z.array(limitAsk).max(mostAsks) });

const limitGrant = z.object({
  /** Granted to this worker, until the period ends. */
  granted: z.number().int(),
  /** The remaining requests that no worker holds. */
  left: z.number().int(),
  /** The time until there is more to grant, in milliseconds; 0 if there is more now. */
  retryMs: z.number(),
  /** The time until the full limit is available again, in milliseconds. */
  resetMs: z.number(),
  /** For a quota: the start of the next period (RFC 3339). */
  resetsAt: z.string().nullable(),
});
export type LimitGrant = z.infer<typeof limitGrant>;

/**
 * The response: a grant for each ask, in their order; null: unknown for now, so each worker uses only its share.
 * `workers`: the number of workers.
 */
export const limitGrants = z.object({ workers: z.number().int().min(1), grants: z.array(limitGrant.nullable()) });
