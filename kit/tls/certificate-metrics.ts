import { Gauge, type Registry } from "prom-client";
import type { FollowedCertificate } from "./follow-certificate.ts";

/** Adds two metrics: when a served certificate expires, and whether its files hold a newer one that we refused. */
export function addCertificateMetrics(
  registry: Registry,
  certificate: FollowedCertificate,
  [ofExpiry, ofRefusal]: readonly [{ name: string }, { name: string }],
): void {
  const expiry = new Gauge({
    ...ofExpiry,
    help: "When the certificate that is served expires, in seconds since 1970.",
    registers: [],
    collect() {
      this.set(certificate.current.expiresAt / 1000);
    },
  });
  const refused = new Gauge({
    ...ofRefusal,
    help: "1 while the files of the certificate hold a pair that cannot be served; the earlier one stays in use.",
    registers: [],
    collect() {
      this.set(certificate.refused ? 1 : 0);
    },
  });
  for (const metric of [expiry, refused]) registry.registerMetric(metric);
}
