import type { ServedEndpoint } from "../endpoints/served-endpoint.ts";
import { refusal, type Refusal } from "./exchange.ts";

/** Takes `calls` tokens of the endpoint's limit on this replica; null when it had them. */
export function rateRefusal(endpoint: ServedEndpoint, calls: number): Refusal | null {
  const lacksMs = endpoint.bucket.take(calls);
  if (lacksMs === 0) return null;
  return refusal("RATE_LIMITED", undefined, ["retry-after", String(Math.max(1, Math.ceil(lacksMs / 1_000)))]);
}
