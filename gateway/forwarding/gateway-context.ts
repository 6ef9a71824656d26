import type { Log } from "@ferrule/kit/log.ts";
import type { AppsHost } from "../answers/apps-host.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import type { Room } from "../balance/room.ts";
import type { Bounds } from "../bounds.ts";
import type { ClientAddresses } from "../proxied/client-address.ts";
import type { GatewayMetrics } from "./gateway-metrics.ts";
import type { Documentation } from "../pages/documentation.ts";
import type { ReferencePage } from "../pages/reference-page.ts";
import type { Upstreams } from "../upstreams/upstreams.ts";

/** State that all calls through one gateway share. */
export interface GatewayContext {
  bounds: Bounds;
  log: Log;
  metrics: GatewayMetrics;
  controlPlane: Upstreams;
  workers: Upstreams;
  addresses: ClientAddresses;
  /** The origin of PUBLIC_URL. */
  publicOrigin: string;
  /** The hosts of HTTP APIs; null: they have none of their own. */
  apps: AppsHost | null;
  /** The pages about Ferrule itself. */
  documentation: Documentation;
  /** The page for an HTTP API's documentation; null: it is not built. */
  reference: ReferencePage | null;
  /** `x-internal-token`, `x-forwarded-proto` and `x-forwarded-host`, as a flat list of names and values. */
  hopHeaders: readonly string[];
  /** The room for calls to workers, and for their bodies. */
  room: Room;
  /** Open streams that do not count as calls. Each can end as its worker would end it. */
  listeners: Set<{ sayFarewell: () => void }>;
  draining: boolean;
  /** Unset while tracing is off. */
  tracing?: Tracing | undefined;
}
