import type { Environment } from "@ferrule/contract/states.ts";
import type { Endpoint } from "../endpoint.ts";

/** Where calls go, and with which credential. */
export interface TryProps {
  endpoint: Endpoint;
  environment: Environment;
  apiKey: string | null;
  /** A credential is available, or none is needed. */
  isReady: boolean;
}
