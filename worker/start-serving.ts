import type { Invoke } from "./sandbox/call/invocation.ts";
import { mkdir } from "node:fs/promises";
import type { ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { memoryBudgetMb } from "./admission/memory-budget.ts";
import { Slots } from "./admission/slots.ts";
import type { AskControlPlane } from "./sandbox/host-calls/ask-control-plane.ts";
import type { ControlPlaneClient } from "./control-plane-client/control-plane-client.ts";
import { createReplays } from "./deliveries/replays.ts";
import type { GetSecret } from "./sandbox/host-calls/secrets.ts";
import { createDeliveryStore } from "./deliveries/delivery-store.ts";
import { createArtifactActivation, type ArtifactActivation } from "./endpoints/artifact-activation.ts";
import { createArtifactStore, type ArtifactStore } from "./endpoints/artifact-store.ts";
import { findDeployedFunction, type DeployedFunction } from "./endpoints/find-deployed-function.ts";
import { EndpointDirectory } from "./endpoints/endpoint-directory.ts";
import type { FeedPosition } from "./endpoints/feed-reading.ts";
import { followChanges, type Following } from "./endpoints/follow-changes.ts";
import { openStateFile } from "./endpoints/state-file.ts";
import type { Reporter } from "./executions/reporter.ts";
import { createBodyRoom } from "./serving/body-room.ts";
import { startHttpServer } from "./serving/start-http-server.ts";
import type { WorkerSettings } from "./settings.ts";
import { openTokens } from "./tokens/open-tokens.ts";
import { createWorkerMetrics } from "./worker-metrics.ts";

export interface Serving {
  port: number;
  slots: Slots;
  /** What this replica serves of a Function, for a run that comes through no endpoint. */
  deployed: (named: { projectId: string; environment: Environment; functionId: string }) => DeployedFunction;
  /** What this replica serves of an endpoint. */
  directory: EndpointDirectory;
  /** Journals an execution and counts it. */
  record: Reporter["record"];
  /** It knows what is deployed, and begins calls. */
  serves: () => boolean;
  /** Of the artifacts that serve somewhere. */
  activeDigests: () => string[];
  /** Up to where of the feed everything is in force, artifacts loaded; null before that. */
  inForce: () => FeedPosition | null;
  /** Begins no more calls. */
  drain: () => void;
  /** Ends after the calls that run, at most after `graceMs`. */
  close: (graceMs: number) => Promise<void>;
}

interface ServingOptions {
  log: Log;
  client: ControlPlaneClient;
  invoke: Invoke;
  /** The way to what the control plane stores; without it, nothing that must be stored is begun. */
  ask?: AskControlPlane | undefined;
  reporter: Pick<Reporter, "record"> & Partial<Pick<Reporter, "state">>;
  /** What is alive in the sandbox, for the metrics. */
  sandboxState?: (() => { executors: number; isolates: number }) | undefined;
  /** The keys of signatures; unset: there are none. */
  getSecret?: GetSecret | undefined;
  /** Told of each page of the feed. */
  heard?: ((page: ChangesPage) => void) | undefined;
  /** Called when more of the feed is in force. */
  cameIntoForce?: (() => void) | undefined;
  /** How long a call waits for a slot, when not as usual. */
  slotWaitMs?: number | undefined;
  /** See `HttpServerOptions`. */
  goodbyeMs?: number | undefined;
}

/** How long a new worker holds back for artifacts that are not to be had, before it serves what it has. */
const firstLoadMs = 10_000;
const keptUnusedMs = 7 * 24 * 3_600_000;

/** A body of JSON takes several times its size while it is a value; half of this holds three of the largest. */
const largeBodiesBytes = 64 * 1024 * 1024;

/** What routes need that answer at once, or whose callers sign. */
const openDeliveries = ({ client, log, getSecret = () => Promise.resolve(null) }: ServingOptions) => ({
  deliveries: createDeliveryStore({ client, log }),
  replays: createReplays({ client, log }),
  getSecret,
});

/** Removes what has not been used for long from the cache of artifacts. */
async function tidy(store: ArtifactStore, activation: ArtifactActivation, log: Log): Promise<void> {
  const kept = [...activation.artifacts()].map(({ digest, manifest }): [string, ArtifactManifest] => [
    digest,
    manifest,
  ]);
  await store.prune(kept, keptUnusedMs).catch((err: unknown) => log.warn({ err }, "could not tidy the cache"));
}

/** Follows what is deployed and serves calls of it; what runs them and where they are recorded is given. */
export async function startServing(settings: WorkerSettings, options: ServingOptions): Promise<Serving> {
  const { log, client, invoke, reporter } = options;
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const { slotWaitMs } = options;
  const slots = new Slots({
    capacity: settings.runtimeConcurrency,
    perTenant: settings.tenantConcurrency,
    perFunction: settings.functionConcurrency,
    memoryMb: settings.memoryMb ?? memoryBudgetMb(),
    ...(slotWaitMs === undefined ? {} : { waitMs: slotWaitMs }),
  });
  const store = await createArtifactStore({ client, dataDir: settings.dataDir, log });
  const activation = createArtifactActivation({ store, log });
  const directory = new EndpointDirectory({ log, activation });
  const began = performance.now();
  let draining = false;
  let following: Following | undefined;

  const staleMs = () => following?.staleMs() ?? Number.POSITIVE_INFINITY;
  const stale = () => staleMs() > settings.maxStaleMs;
  const metrics = createWorkerMetrics({
    slots,
    staleMs,
    endpoints: () => directory.size,
    journal: reporter.state ?? (() => ({ waitingBytes: 0, lost: 0 })),
    sandbox: options.sandboxState ?? (() => ({ executors: 0, isolates: 0 })),
  });

  function failing(): string[] {
    const parts: string[] = [];
    if (draining) parts.push("draining");
    if (following?.synced() !== true) parts.push("control-plane");
    else if (stale()) parts.push("control-plane-stale");
    else if (activation.loading() && performance.now() - began < firstLoadMs) parts.push("artifacts");
    return parts;
  }

  let inForce: FeedPosition | null = null;
  const noteInForce = () => {
    const position = following?.position() ?? null;
    if (position === null || activation.pending()) return;
    if (position.epoch === inForce?.epoch && position.sequence === inForce.sequence) return;
    inForce = position;
    options.cameIntoForce?.();
  };
  directory.onChange = noteInForce;

  following = await followChanges({
    client,
    directory,
    file: openStateFile(settings.dataDir, log),
    log,
    maxStaleMs: settings.maxStaleMs,
    heard: options.heard,
    taken: noteInForce,
  });
  const followed = following;
  directory.caughtUp = followed.caughtUp;
  const record: Reporter["record"] = (one) => {
    metrics.recorded(one.source, one.status);
    reporter.record(one);
  };
  const ownOrigin = new URL(settings.publicUrl).origin;
  const own = { issuer: ownOrigin, states: directory.states, caughtUp: followed.caughtUp };
  const tokens = openTokens({ ...own, settings, log, fetched: metrics.issuerKeysFetched });
  const serves = () => !draining && followed.synced() && !stale();
  const server = await startHttpServer({
    port: settings.port,
    host: settings.host,
    internalApiTokens: settings.internalApiTokens,
    goodbyeMs: options.goodbyeMs,
    context: {
      slots,
      invoke,
      log,
      workerId: settings.workerId,
      ask: options.ask ?? (() => Promise.reject(new Error("there is no way to the control plane"))),
      reporter: { record },
      directory,
      metrics,
      bodies: createBodyRoom({ totalBytes: largeBodiesBytes, waitMs: slotWaitMs ?? 2_000 }),
      ownOrigin,
      ...openDeliveries(options),
      tokens,
      serving: serves,
    },
    operational: {
      failing,
      metrics: metrics.registry,
      metricsToken: settings.metricsToken,
      detail: () => ({
        load: { running: slots.running, waiting: slots.waiting, capacity: slots.capacity },
      }),
    },
  }).catch(async (error: unknown) => {
    await followed[Symbol.asyncDispose]();
    await activation[Symbol.asyncDispose]();
    await tokens[Symbol.asyncDispose]();
    throw error;
  });

  const drain = () => {
    draining = true;
    server.drain();
  };
  return {
    port: server.port,
    slots,
    directory,
    record,
    serves,
    deployed: (named) => findDeployedFunction(activation, directory.states, named),
    activeDigests: () => [...activation.artifacts()].map(({ digest }) => digest),
    inForce: () => inForce,
    drain,
    async close(graceMs) {
      drain();
      await server.close(graceMs);
      await followed[Symbol.asyncDispose]();
      await activation[Symbol.asyncDispose]();
      await tokens[Symbol.asyncDispose]();
      await tidy(store, activation, log);
      metrics.registry.clear();
    },
  };
}
