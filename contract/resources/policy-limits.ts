import { z } from "zod";

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/**
 * Addresses from which calls are accepted: IPv4 or IPv6, a single one or a range (RFC 4632, RFC 4291). Empty: from
 * everywhere.
 */
export const allowedAddresses = z
  .array(
    z
      .string()
      .max(64)
      .refine(
        (value) => addressOrRange.safeParse(value).success,
        "must be an address like 203.0.113.7, or a range like 203.0.113.0/24 or 2001:db8::/32",
      ),
  )
  .max(200);

/** The subject of one quota: each API key, each caller without a key, or each tenant. */
export const quotaSubjects = ["key", "caller", "tenant"] as const;
export type QuotaSubject = (typeof quotaSubjects)[number];
/** Days and months in UTC. */
export const quotaPeriods = ["day", "month"] as const;
export type QuotaPeriod = (typeof quotaPeriods)[number];

const perMinute = z.int().min(1).max(1_000_000).nullable().default(null);

/** How many requests each subject may make in a period. */
export const quota = z.strictObject({
  by: z.enum(quotaSubjects),
  period: z.enum(quotaPeriods),
  requests: z.int().min(1).max(1_000_000_000),
});
export type Quota = z.infer<typeof quota>;

/** The limits for each caller of an endpoint, besides the endpoint's own rate; null: no such limit. */
export const policyLimits = z.strictObject({
  /** The limit of each API key. */
  keyRequestsPerMinute: perMinute,
  /**
   * The limit of each caller without a key: a person or machine with a token, a webhook's sender, or an address without
   * a credential.
   */
  callerRequestsPerMinute: perMinute,
  quotas: z
    .array(quota)
    .max(6)
    .refine(
      (all) => new Set(all.map(({ by, period }) => `${by} ${period}`)).size === all.length,
      "must have at most one quota for each subject and period",
    )
    .default([]),
});
export type PolicyLimits = z.infer<typeof policyLimits>;
