import { z } from "zod";
import { operation } from "./operation.ts";
import { environment, listOf, time } from "../resources/fields.ts";
import { quotaPeriods, quotaSubjects } from "../resources/policy-limits.ts";

const quotaUse = z.object({
  by: z.enum(quotaSubjects),
  period: z.enum(quotaPeriods),
  /** The id of a key or tenant; an opaque text for a caller without a key. */
  subject: z.string(),
  /** The name of the key, tenant or caller, for people. */
  name: z.string(),
  limit: z.number().int(),
  /** Includes the requests that workers hold in reserve. */
  used: z.number().int(),
  left: z.number().int(),
  /** When the next day or month begins. */
  resetsAt: time,
});

/** How much of an endpoint's quotas is used. */
export const quotaOperations = {
  listQuotaUses: operation({
    tag: "Auth policies",
    scope: "project",
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/quota-uses",
    summary: "List what is left of the quotas of one environment",
    description: "For the 200 who used the most.",
    roles: "any",
    query: z.strictObject({ environment }),
    response: listOf(quotaUse),
  }),
};
