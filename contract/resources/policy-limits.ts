import { z } from "zod";

const addressOrRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Addresses from which calls are taken: IPv4 or IPv6, one or a range (RFC 4632, RFC 4291). None named: from everywhere. */
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

/** Whose requests one quota counts: each API key's, each caller's without a key, or each tenant's. */
export const quotaSubjects = ["key", "caller", "tenant"] as const;
export type QuotaSubject = (typeof quotaSubjects)[number];
/** Days and months of UTC. */
export const quotaPeriods = ["day", "month"] as const;
export type QuotaPeriod = (typeof quotaPeriods)[number];

const perMinute = z.int().min(1).max(1_000_000).nullable().default(null);

const quota = z.strictObject({
  by: z.enum(quotaSubjects),
  period: z.enum(quotaPeriods),
  requests: z.int().min(1).max(1_000_000_000),
});
export type Quota = z.infer<typeof quota>;

/** How much each caller may ask of an endpoint, beside the endpoint's own rate; null: no such limit. */
export const policyLimits = z.strictObject({
  /** Of each API key. */
  keyRequestsPerMinute: perMinute,
  /** Of each caller without a key: a person or machine with a token, a webhook's sender, an address that sends no credential. */
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
