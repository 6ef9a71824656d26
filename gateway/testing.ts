import { serveProof } from "@ferrule/kit/peers/testing/serve-proof.ts";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { TestContext } from "node:test";
import { callsPath } from "@ferrule/contract/internal/call-frames.ts";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { Agent, request } from "undici";
import type { Bounds } from "./bounds.ts";
import { bridgeFrames } from "./frames/testing/bridge-frames.ts";
import type { GatewaySettings } from "./gateway-settings.ts";
import { startGateway, type RunningGateway } from "./start-gateway.ts";

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/**
 * A test's stand-in for another role: a real HTTP server, which also takes calls in frames if a test uses it as a
 * worker. It is healthy, records its requests, and answers as configured.
 */
export interface FakeUpstream {
  url: string;
  port: number;
  server: Server;
  seen: Seen[];
  /** The status of `/ready` and `/health`. */
  readiness: number;
  load: { running: number; waiting: number; capacity: number } | undefined;
  stop: () => Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, seen: Seen) => void;

const ok: Answer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"from":"upstream"}');
};

export async function fakeUpstream(
  t: TestContext,
  answer: Answer = ok,
  options: { port?: number; whole?: boolean; frames?: boolean } = {},
): Promise<FakeUpstream> {
  const seen: Seen[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "", headers } = request;
    if (serveProof(request, response, internalToken)) return;
    if (url === callsPath) {
      response.writeHead(404).end();
      return;
    }
    if (url === "/ready" || url === "/health") {
      const state = { status: upstream.readiness === 200 ? "ready" : "unready", load: upstream.load };
      response.writeHead(upstream.readiness, { "content-type": "application/json" }).end(JSON.stringify(state));
      return;
    }
    const entry = { method, url, headers, body: "" };
    seen.push(entry);
    try {
      if (options.whole !== false) for await (const chunk of request) entry.body += String(chunk);
    } catch {
      return; // The client has left; the test looks at the records.
    }
    answer(request, response, entry);
  };
  const takesFrames = ({ headers }: IncomingMessage) => options.frames !== false && headers.upgrade !== undefined;
  const server = createServer(
    { keepAliveTimeout: 30_000, shouldUpgradeCallback: takesFrames },
    (request, response) => void listener(request, response),
  );
  const cutFrames = bridgeFrames(server, () => ({
    status: upstream.readiness === 200 ? "ready" : "unready",
    load: upstream.load,
  }));
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const port = (server.address() as AddressInfo).port;
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    cutFrames();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(stop);
  const upstream: FakeUpstream = {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    seen,
    readiness: 200,
    load: undefined,
    stop,
  };
  return upstream;
}

export const internalToken = "internal-token-of-the-tests-0123456789";

/** On a busy machine, an upstream must not look absent, slow or new just because it is delayed. */
const patient = { probeTimeoutMs: 10_000, healthyWaitMs: 20_000, slowStartMs: 1 };

/** A gateway on a free port that stops with the test; by default it waits until every given upstream is healthy. */
export async function testGateway(
  t: TestContext,
  upstreams: { controlPlane?: FakeUpstream; workers?: FakeUpstream[]; settings?: Partial<GatewaySettings> },
  bounds: Partial<Bounds> = {},
  consoleFolder?: string,
): Promise<RunningGateway> {
  const { controlPlane, workers = [], settings } = upstreams;
  const gateway = await startGateway(
    {
      port: 0,
      host: "127.0.0.1",
      publicUrl: "https://ferrule.example",
      controlPlaneUrl: controlPlane?.url ?? `http://127.0.0.1:${await freePort()}`,
      workerUrls: workers.map((worker) => worker.url),
      internalApiToken: internalToken,
      trustedProxies: [],
      ...settings,
    },
    {
      log: createLog("gateway", "silent"),
      bounds: { drainMs: 1_000, probeIntervalMs: 50, ...patient, ...bounds },
      ...(consoleFolder === undefined ? {} : { consoleFolder }),
    },
  );
  t.after(gateway.close);
  const wanted = workers.length + (controlPlane === undefined ? 0 : 1);
  if (wanted > 0) await until(async () => (await healthyUpstreams(gateway.url)) >= wanted);
  return gateway;
}

/** Accepts the certificates of the tests. */
const trusting = new Agent({ connect: { rejectUnauthorized: false }, keepAliveTimeout: 10, keepAliveMaxTimeout: 10 });

/** The gateway's metrics, by http or https. */
export async function metricsOf(url: string): Promise<string> {
  return (await request(`${url}/metrics`, { dispatcher: trusting })).body.text();
}

/** How many upstreams are healthy according to the gateway's own metrics. */
export async function healthyUpstreams(url: string): Promise<number> {
  const text = await metricsOf(url);
  return [...text.matchAll(/^ferrule_gateway_upstream_healthy\{.*\} 1$/gm)].length;
}

/** Waits for a condition, at most 30 s. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("the condition did not come true in 30 s");
    await delay(5);
  }
}

/** Sends raw bytes and returns everything received when the other side has closed, or has been silent for 30 s. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(answer));
  });
}
