import type { Log } from "@ferrule/kit/log.ts";
import type { Bounds } from "./bounds.ts";
import type { ClientAddresses } from "./client-address.ts";
import type { GatewayMetrics } from "./gateway-metrics.ts";
import type { Upstreams } from "./upstreams.ts";

/** What every call through one gateway shares. */
export interface GatewayContext {
  bounds: Bounds;
  log: Log;
  metrics: GatewayMetrics;
  controlPlane: Upstreams;
  workers: Upstreams;
  addresses: ClientAddresses;
  /** `x-internal-token`, `x-forwarded-proto` and `x-forwarded-host`, as names and values in turn. */
  hopHeaders: readonly string[];
  /** Bytes of request bodies held in memory now. */
  bufferedBytes: number;
  /** Of those what each body has beyond its first MiB. */
  bufferedLargeBytes: number;
  draining: boolean;
}
