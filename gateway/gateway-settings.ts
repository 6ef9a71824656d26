import { tracingSettingsOf } from "@ferrule/contract/settings/tracing-settings-of.ts";
import type { TracingSettings } from "@ferrule/kit/tracing/tracing.ts";
import type { Settings } from "@ferrule/contract/settings/settings.ts";
import type { AddressSource } from "./proxied/client-address.ts";
import type { CertificateFiles } from "@ferrule/kit/tls/certificate.ts";

/** A gateway's configuration. */
export interface GatewaySettings {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Other gateways on this machine may listen on the same port. */
  reusePort?: boolean;
  /** The public origin: sent to the upstreams as `x-forwarded-proto` and `x-forwarded-host`. */
  publicUrl: string;
  /** The origin of HTTP APIs; unset: they share the public one. */
  appsUrl?: string | undefined;
  controlPlaneUrl: string;
  /** Several origins, or one whose DNS name is resolved repeatedly; each address is a worker. */
  workerUrls: readonly string[];
  /** Sent as `x-internal-token` on both hops. */
  internalApiToken: string;
  /** When set, `/metrics` needs it as a Bearer token. */
  metricsToken?: string | undefined;
  /** Addresses and CIDR ranges of trusted proxies. */
  trustedProxies: readonly string[];
  /** Where proxies put the caller's address; unset: in `x-forwarded-for`. */
  addressesFrom?: AddressSource;
  /** The certificate that callers see; unset: the gateway serves http. */
  certificate?: CertificateFiles | undefined;
  /** A file with the certificate authorities for other roles; unset: those that Node knows. */
  authoritiesFile?: string | undefined;
  /** Unset: nothing is traced. */
  tracing?: TracingSettings | undefined;
}

function certificateOf({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: Settings): CertificateFiles | undefined {
  return certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
}

/** The gateway's part of settings that `readRoleSettings` has validated. */
export function gatewaySettings(settings: Settings): GatewaySettings {
  return {
    port: settings.PORT,
    host: settings.HOST ?? (settings.NODE_ENV === "production" ? "0.0.0.0" : "127.0.0.1"),
    reusePort: settings.REUSE_PORT,
    publicUrl: settings.PUBLIC_URL,
    appsUrl: settings.PUBLIC_APPS_URL,
    controlPlaneUrl: settings.CONTROL_PLANE_URL,
    workerUrls: settings.WORKER_URLS,
    internalApiToken: settings.INTERNAL_API_TOKEN![0],
    metricsToken: settings.METRICS_TOKEN,
    trustedProxies: settings.TRUSTED_PROXIES,
    addressesFrom: settings.CLIENT_ADDRESS_FROM,
    certificate: certificateOf(settings),
    authoritiesFile: settings.INTERNAL_TLS_CA_FILE,
    tracing: tracingSettingsOf(settings, "gateway"),
  };
}
