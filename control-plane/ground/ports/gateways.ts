import type { IncomingHttpHeaders } from "node:http";
import type { HeardGateways } from "../store/tables/status.ts";

/** The gateways that have asked this control plane lately. */
export interface Gateways {
  /** Takes note of a request's sender, if it has proven to be a gateway. */
  hear: (headers: IncomingHttpHeaders, tokens: readonly string[]) => void;
  /** Those heard of within ten minutes. */
  lately: () => HeardGateways;
}
