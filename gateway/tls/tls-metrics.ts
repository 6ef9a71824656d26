import { Counter, Gauge, type Registry } from "prom-client";
import type { FollowedCertificate } from "./follow-certificate.ts";

/** Adds the connections by HTTP/2 that were ended, when the served certificate expires, and whether the files hold another that was refused. */
export function registerTlsMetrics(
  registry: Registry,
  certificate: FollowedCertificate,
  cuts: Readonly<Record<string, number>> = {},
): void {
  const expiry = new Gauge({
    name: "ferrule_gateway_certificate_expiry_timestamp_seconds",
    help: "When the certificate that callers see expires, in seconds since 1970.",
    registers: [],
    collect() {
      this.set(certificate.current.expiresAt / 1000);
    },
  });
  const refused = new Gauge({
    name: "ferrule_gateway_certificate_refused",
    help: "1 while TLS_CERT_FILE and TLS_KEY_FILE hold a pair that cannot be served; the earlier one stays in use.",
    registers: [],
    collect() {
      this.set(certificate.refused ? 1 : 0);
    },
  });
  const cut = new Counter({
    name: "ferrule_gateway_http2_connections_cut_total",
    help: "HTTP/2 connections ended for what their clients did: too many frames that only cost answers, or broken protocol.",
    labelNames: ["reason"],
    registers: [],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(cuts)) this.inc({ reason }, count);
    },
  });
  for (const metric of [expiry, refused, cut]) registry.registerMetric(metric);
}
