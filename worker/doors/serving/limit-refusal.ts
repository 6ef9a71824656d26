import type { NotSpent } from "../../deployed/limits/spend.ts";
import { refusal, type Refusal } from "./exchange.ts";

const retryAfter = (ms: number): string[] => ["retry-after", String(Math.max(1, Math.ceil(ms / 1_000)))];
const uncountedMs = 5_000;

/** The refusal of a request that exceeds a limit. */
export function limitRefusal({ refusedBy: { limit, quota }, lacksMs, opensAt }: Omit<NotSpent, "fields">): Refusal {
  if (!Number.isFinite(lacksMs)) {
    return refusal("UNAVAILABLE", "Requests cannot be counted just now.", retryAfter(uncountedMs));
  }
  if (quota === undefined) return refusal("RATE_LIMITED", undefined, retryAfter(lacksMs));
  const opens = opensAt === null ? "" : ` It opens again at ${opensAt}.`;
  const message = `The quota of ${limit} requests a ${quota.period} is used up.${opens}`;
  const refused = refusal("QUOTA_EXCEEDED", message, retryAfter(lacksMs));
  return opensAt === null ? refused : { ...refused, details: { resetsAt: opensAt } };
}
