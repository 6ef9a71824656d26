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
  /** Of a minute, or of the quota's period. */
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
  /** Requests that were let through without a grant. */
  owed: count,
  /** Requests that were granted to this worker and not used. */
  back: count,
  /** Requests that are needed now, because callers wait. */
  need: count,
  /** Requests wanted in hand beyond these. */
  wants: count,
});
export type LimitAsk = z.infer<typeof limitAsk>;

/** `askLimits`: a worker's needs of limits that all workers share. */
export const limitAsks = z.strictObject({ asks: z.array(limitAsk).max(mostAsks) });

const limitGrant = z.object({
  /** Granted to this worker, until the period ends. */
  granted: z.number().int(),
  /** The requests that no worker holds. */
  left: z.number().int(),
  /** When there will be more to grant, in milliseconds; 0 when there is. */
  retryMs: z.number(),
  /** The time until the full limit is available again, in milliseconds. */
  resetMs: z.number(),
  /** For a quota: when the next period begins (RFC 3339). */
  resetsAt: z.string().nullable(),
});
export type LimitGrant = z.infer<typeof limitGrant>;

/**
 * The answer: a grant for each ask, in their order; null: unknown for now, so each worker keeps to its share.
 * `workers`: how many there are.
 */
export const limitGrants = z.object({ workers: z.number().int().min(1), grants: z.array(limitGrant.nullable()) });
