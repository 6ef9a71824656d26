import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Registry } from "prom-client";
import type { Log } from "../log.ts";
import { addCertificateMetrics } from "./certificate-metrics.ts";
import type { Certificate, CertificateFiles } from "./certificate.ts";
import { followCertificate, type FollowedCertificate } from "./follow-certificate.ts";

/** A role's own certificate, for requests of other roles. */
export interface PrivateCertificate extends Disposable {
  followed: FollowedCertificate;
  /** Calls `take` with each new certificate, for a server. */
  onChange: (take: (certificate: Certificate) => void) => void;
  handshakeMs: number;
}

interface OpenOptions {
  registry: Registry;
  log: Log;
  everyMs?: number;
  /** How long a client may take to agree on TLS. */
  handshakeMs?: number;
}

/** How long a client may take to agree on TLS. Node's own 120 s would let a stranger hold connections at no cost. */
const usualHandshakeMs = 10_000;

/**
 * Reads the certificate that a role shows to other roles, follows its files, and adds its metrics. Undefined without files: the role
 * serves http.
 * @throws CertificateError
 */
export async function openPrivateCertificate(
  files: CertificateFiles | undefined,
  { registry, log, everyMs, handshakeMs = usualHandshakeMs }: OpenOptions,
): Promise<PrivateCertificate | undefined> {
  if (files === undefined) return undefined;
  const takers: ((certificate: Certificate) => void)[] = [];
  const onChange = (certificate: Certificate) => {
    for (const take of takers) take(certificate);
  };
  const followed = await followCertificate(files, { everyMs, log, onChange });
  addCertificateMetrics(registry, followed, [
    { name: "ferrule_internal_certificate_expiry_timestamp_seconds" },
    { name: "ferrule_internal_certificate_refused" },
  ]);
  const dispose = () => followed[Symbol.dispose]();
  return { followed, handshakeMs, onChange: (take) => takers.push(take), [Symbol.dispose]: dispose };
}

const contextOf = ({ cert, key }: Certificate) => ({ cert, key, minVersion: "TLSv1.3" as const });

/** A server for other roles: by TLS 1.3 (RFC 8446) with a certificate, else by http. Connections outlive a change of the certificate. */
export function createPrivateServer(
  certificate: PrivateCertificate | undefined,
  options: ServerOptions,
  handle: RequestListener,
): Server {
  if (certificate === undefined) return createServer(options, handle);
  const handshakeTimeout = certificate.handshakeMs;
  const server = createSecureServer(
    { ...options, ...contextOf(certificate.followed.current), handshakeTimeout },
    handle,
  );
  certificate.onChange((next) => server.setSecureContext(contextOf(next)));
  // It has every member of an http server that roles use.
  return server;
}
