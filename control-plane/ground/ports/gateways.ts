import type { IncomingHttpHeaders } from "node:http";
import type { HeardGateways } from "../store/tables/status.ts";

/** The gateways that have asked this control plane lately. */
export interface Gateways {
  /** Notes the sender of a request, if it has proven to be a gateway. */
  hear: (headers: IncomingHttpHeaders, tokens: readonly string[]) => void;
  /** The gateways that asked us in the last ten minutes. */
  lately: () => HeardGateways;
}
