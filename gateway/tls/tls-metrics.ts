import { addCertificateMetrics } from "@ferrule/kit/tls/certificate-metrics.ts";
import type { FollowedCertificate } from "@ferrule/kit/tls/follow-certificate.ts";
import { Counter, type Registry } from "prom-client";

/**
 * Adds metrics: the HTTP/2 connections that we ended, when the served certificate expires, and whether the files hold
 * another one that was refused.
 */
export function registerTlsMetrics(
  registry: Registry,
  certificate: FollowedCertificate,
  cuts: Readonly<Record<string, number>> = {},
): void {
  addCertificateMetrics(registry, certificate, [
    { name: "ferrule_gateway_certificate_expiry_timestamp_seconds" },
    { name: "ferrule_gateway_certificate_refused" },
  ]);
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
  registry.registerMetric(cut);
}
