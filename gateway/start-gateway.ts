import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listen } from "@ferrule/kit/network/listen.ts";
import { developerCommand } from "@ferrule/kit/process/role-program.ts";
import { openTracing } from "@ferrule/kit/tracing/open-tracing.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { appsHost } from "./answers/apps-host.ts";
import { Room } from "./balance/room.ts";
import { defaultBounds, type Bounds } from "./bounds.ts";
import { clientAddresses, type ClientAddresses } from "./proxied/client-address.ts";
import { trackConnections } from "./proxied/connections.ts";
import { consoleFiles } from "./pages/console-files.ts";
import { documentation } from "./pages/documentation.ts";
import type { GatewayContext } from "./forwarding/gateway-context.ts";
import { createGatewayMetrics } from "./forwarding/gateway-metrics.ts";
import type { GatewaySettings } from "./gateway-settings.ts";
import { sayFarewells } from "./forwarding/listening.ts";
import { handleRequest } from "./forwarding/handle-request.ts";
import { takeProxied } from "./proxied/take-proxied.ts";
import { createPublicServer } from "./server/public-server.ts";
import { referencePage } from "./pages/reference-page.ts";
import { refuseUnreadable } from "./server/refuse-unreadable.ts";
import { registerTlsMetrics } from "./tls/tls-metrics.ts";
import { followAuthorities } from "@ferrule/kit/tls/follow-authorities.ts";
import { followCertificate } from "@ferrule/kit/tls/follow-certificate.ts";
import { Upstreams } from "./upstreams/upstreams.ts";

export interface RunningGateway {
  port: number;
  /** The URL that this process listens on, which may differ from PUBLIC_URL. */
  url: string;
  /** Stops accepting connections, lets running calls finish for `drainMs`, then ends everything. */
  close: () => Promise<void>;
}

interface GatewayOptions {
  log: Log;
  /** Overrides of the default limits. */
  bounds?: Partial<Bounds>;
  /** The folder whose `index.html` is served at `/`. */
  consoleFolder?: string;
}

/** Built by `npm start`, or into the image. */
const builtConsole = fileURLToPath(new URL("../console/dist", import.meta.url));

/** The developers' command, which npx takes from here; bundled by `npm start`, or into the image. */
const command = fileURLToPath(new URL(`../${developerCommand}/dist`, import.meta.url));
const handedOut = { "/cli": join(command, "package.tgz"), "/cli/version": join(command, "version.json") };

function failingParts(gateway: GatewayContext): string[] {
  const failing: string[] = [];
  if (gateway.draining) failing.push("draining");
  if (gateway.workers.healthyCount === 0) failing.push("worker");
  return failing;
}

/** Calls go on without a control plane, so a load balancer must not take the gateway out in that case. */
const standing = (gateway: GatewayContext) => ({
  failing: () => failingParts(gateway),
  degraded: () => (gateway.controlPlane.healthyCount === 0 ? ["control-plane"] : []),
});

/** Listens for callers, with the certificate if there is one. */
async function openPublic(settings: GatewaySettings, bounds: Bounds, addresses: ClientAddresses, log: Log) {
  const { host, reusePort, addressesFrom } = settings;
  const certificate =
    settings.certificate &&
    (await followCertificate(settings.certificate, {
      everyMs: bounds.certificateCheckMs,
      log,
      onChange: (next) => open.serve(next),
    }));
  const open = createPublicServer(bounds, settings.publicUrl, certificate?.current);
  const isTrusted = (address: string | undefined) => addresses.peer(address).trusted;
  const proxied =
    addressesFrom === "proxy-protocol" ? takeProxied(open.server, isTrusted, bounds.proxyHeaderMs) : undefined;
  const connections = trackConnections(addresses, proxied);
  refuseUnreadable(open.server, connections);
  const port = await listen(open.server, settings.port, host, reusePort);
  const scheme = certificate === undefined ? "http" : "https";
  return {
    open,
    connections,
    certificate,
    port,
    url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`,
  };
}

/**
 * The headers that tell a role which origin callers used, and that the gateway sends the request; names and values in
 * turn.
 */
function hopHeaders({ publicUrl, internalApiToken }: GatewaySettings): string[] {
  const { protocol, host } = new URL(publicUrl);
  const forwarded = ["x-forwarded-proto", protocol.slice(0, -1), "x-forwarded-host", host];
  return [...forwarded, "x-internal-token", internalApiToken];
}

/**
 * Starts the one public origin. It serves at once; until an upstream is healthy, `/ready` answers 503 and calls wait
 * for it.
 * @throws ListenError when the port is not available, CertificateError when a certificate cannot be served
 */
export async function startGateway(settings: GatewaySettings, options: GatewayOptions): Promise<RunningGateway> {
  const { log } = options;
  const bounds = { ...defaultBounds, ...options.bounds };
  const { internalApiToken } = settings;
  const authorities = await followAuthorities(settings.authoritiesFile, { log, everyMs: bounds.certificateCheckMs });
  const shared = { internalApiToken, authorities, bounds, log };
  const addresses = clientAddresses(settings.trustedProxies, settings.addressesFrom ?? "x-forwarded-for");
  const { open, connections, certificate, port, url } = await openPublic(settings, bounds, addresses, log);

  const controlPlane = new Upstreams({
    urls: [settings.controlPlaneUrl],
    probePath: "/health",
    inFrames: false,
    ...shared,
  });
  const workers = new Upstreams({ urls: settings.workerUrls, probePath: "/ready", inFrames: true, ...shared });
  const room = new Room(bounds);
  const metrics = createGatewayMetrics({ workers, controlPlane }, room.refused, settings.tracing !== undefined);
  if (certificate !== undefined) registerTlsMetrics(metrics.registry, certificate, open.cuts);
  const consoleFolder = options.consoleFolder ?? builtConsole;
  const tracing = await openTracing({ settings: settings.tracing, role: "gateway", registry: metrics.registry, log });
  const gateway: GatewayContext = {
    tracing,
    bounds,
    log,
    metrics,
    controlPlane,
    workers,
    addresses,
    publicOrigin: new URL(settings.publicUrl).origin,
    apps: settings.appsUrl === undefined ? null : appsHost(settings.appsUrl, settings.publicUrl),
    documentation: documentation(consoleFolder, settings.publicUrl, bounds.searchesPerSecond),
    reference: referencePage(consoleFolder),
    hopHeaders: hopHeaders(settings),
    room,
    listeners: new Set(),
    draining: false,
  };
  if (!existsSync(consoleFolder)) log.warn("the console is not built: / answers 404");
  const handle = handleRequest(gateway, connections, consoleFiles(consoleFolder, handedOut), {
    ...standing(gateway),
    metrics: metrics.registry,
    metricsToken: settings.metricsToken,
  });
  open.onRequest(handle);

  let closing: Promise<void> | undefined;
  async function drain() {
    gateway.draining = true;
    certificate?.[Symbol.dispose]();
    await sayFarewells(gateway.listeners);
    await open.drain(bounds.drainMs);
    await Promise.all([controlPlane.close(500), workers.close(500), tracing?.[Symbol.asyncDispose]()]);
    authorities?.[Symbol.dispose]();
  }
  log.info({ port, host: settings.host }, "gateway listens");
  return { port, url, close: () => (closing ??= drain()) };
}
