import type { ArtifactEndpoint } from "@ferrule/contract/internal/artifact.ts";
import type { Invoke } from "../running/sandbox/call/invocation.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { noProxies } from "@ferrule/kit/network/proxies.ts";
import type { AskControlPlane } from "../ground/control-plane-client/ask-control-plane.ts";
import { createControlPlaneClient } from "../ground/control-plane-client/control-plane-client.ts";
import type { GetSecret } from "../running/sandbox/host-calls/secrets.ts";
import type { WorkerSettings } from "../ground/settings.ts";
import { startServing, type Serving } from "../start-serving.ts";
import { endpointState, keyState, keyValue, manifestOf, projectState, type TestFunction } from "./deployed.ts";
import { startFeedServer, type FeedServer } from "./feed-server.ts";
import { standIn, type Behaviour } from "./stand-in.ts";

export const internalToken = "internal-token-of-the-tests";
export const publicUrl = "http://ferrule.example:8080";

export interface TestWorker extends AsyncDisposable {
  feed: FeedServer;
  serving: Serving;
  settings: WorkerSettings;
  origin: string;
  mcpUrl: string;
  httpUrl: string;
  records: ExecutionRecord[];
  calls: ReturnType<typeof standIn>["calls"];
  /** A request with the internal token and the key. `headers` override them, and undefined removes one. */
  fetch: (path: string, init?: TestRequest) => Promise<Response>;
  /** Posts one JSON-RPC message or batch to the MCP endpoint. */
  post: (
    message: unknown,
    headers?: Record<string, string | undefined>,
    init?: Pick<TestRequest, "signal">,
  ) => Promise<Response>;
  deploy: (functions: readonly TestFunction[]) => Promise<string>;
  /** Publishes an artifact of these Functions, which nothing serves yet. Returns its digest. */
  publish: (functions: readonly TestFunction[]) => string;
}

export interface TestRequest {
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: string | Buffer;
  signal?: AbortSignal;
}

/** Waits until `condition` holds, at most 10 s. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`It took too long until ${what}.`);
    await delay(5);
  }
}

export function settingsFor(feed: FeedServer, dataDir: string, change: Partial<WorkerSettings> = {}): WorkerSettings {
  return {
    nodeEnv: "test",
    publicUrl,
    port: 0,
    host: "127.0.0.1",
    internalApiTokens: [internalToken],
    workerApiToken: feed.token,
    controlPlaneInternalUrl: feed.url,
    runtimeConcurrency: 64,
    deploymentConcurrency: 1,
    maxStaleMs: 3_600_000,
    executionJournalMb: 64,
    egressAllowPrivate: [],
    proxies: noProxies,
    dataDir,
    logLevel: "silent",
    workerId: "worker-of-the-tests",
    ...change,
  };
}

export interface TestWorkerOptions {
  functions?: readonly TestFunction[];
  behaviours?: Record<string, Behaviour>;
  /** Changes of its MCP endpoint. */
  endpoint?: Partial<ArtifactEndpoint>;
  /** The contents that its resources keep, as their bundles hold them. */
  contents?: readonly string[];
  /** Replaces `behaviours`. */
  invoke?: Invoke;
  settings?: Partial<WorkerSettings>;
  slotWaitMs?: number;
  getSecret?: GetSecret;
  /** See `EndpointDirectory`. */
  previews?: { most?: number; idleMs?: number };
  /** See `EarlierArtifacts`. */
  earlier?: { most?: number; idleMs?: number; loadMs?: number };
  ask?: AskControlPlane;
}

/** A worker that serves a deployed Project `one` in development, with its real server and feed over HTTP. */
export async function startTestWorker(options: TestWorkerOptions = {}): Promise<TestWorker> {
  const stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "ferrule-worker-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const feed = stack.use(await startFeedServer());
  const settings = settingsFor(feed, dataDir, options.settings);
  const client = stack.use(createControlPlaneClient({ url: feed.url, token: feed.token }));
  const records: ExecutionRecord[] = [];
  const invoke = standIn(options.behaviours ?? {});
  const serving = await startServing(settings, {
    log: createLog("worker", settings.logLevel),
    client,
    slotWaitMs: options.slotWaitMs,
    getSecret: options.getSecret,
    previews: options.previews,
    earlier: options.earlier,
    ask: options.ask,
    invoke: options.invoke ?? invoke,
    reporter: { record: (record) => void records.push(record) },
  });
  stack.defer(() => serving.close(1_000));
  const origin = `http://127.0.0.1:${serving.port}`;

  const request: TestWorker["fetch"] = (path, { headers, ...init } = {}) => {
    const all = { "x-internal-token": internalToken, "x-api-key": keyValue, ...headers };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return fetch(`${origin}${path}`, { ...init, headers: sent });
  };
  const publish = (functions: readonly TestFunction[]) =>
    feed.publish(manifestOf(functions, options.endpoint), [
      ...functions.map(({ code }) => code),
      ...(options.contents ?? []),
    ]);
  async function deploy(functions: readonly TestFunction[]): Promise<string> {
    const digest = publish(functions);
    feed.say(projectState(digest));
    await until("the artifact is active", () => serving.activeDigests().includes(digest));
    return digest;
  }

  for (const kind of ["mcp", "http"] as const) {
    feed.say(endpointState(kind));
    feed.say(keyState(kind));
  }
  if (options.functions === undefined) feed.say(projectState(null));
  else await deploy(options.functions);
  return {
    feed,
    serving,
    settings,
    origin,
    mcpUrl: `${origin}/mcp/development/one/tools`,
    httpUrl: `${origin}/http/development/one/api`,
    records,
    calls: invoke.calls,
    fetch: request,
    post: (message, headers = {}, init = {}) =>
      request("/mcp/development/one/tools", {
        ...init,
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: typeof message === "string" ? message : JSON.stringify(message),
      }),
    deploy,
    publish,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
