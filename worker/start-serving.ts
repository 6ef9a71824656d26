import type { Invoke } from "./running/sandbox/call/invocation.ts";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readAppsUrl } from "@ferrule/contract/settings/apps-url.ts";
import type { ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import { openPrivateCertificate } from "@ferrule/kit/tls/serve-privately.ts";
import { openTracing } from "@ferrule/kit/tracing/open-tracing.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { Registry } from "prom-client";
import { memoryBudgetMb } from "./calls/admission/memory-budget.ts";
import { Slots } from "./calls/admission/slots.ts";
import type { AskControlPlane } from "./ground/control-plane-client/ask-control-plane.ts";
import type { ControlPlaneClient } from "./ground/control-plane-client/control-plane-client.ts";
import { createMasker, type Masker } from "./ground/masking/masker.ts";
import { createRunReader } from "./doors/runs/read-run.ts";
import type { RunMeans } from "./doors/runs/start-run.ts";
import { createRunStore } from "./doors/runs/run-store.ts";
import { openQuestions } from "./doors/mcp/elicitation/question-means.ts";
import { createReplays } from "./doors/deliveries/replays.ts";
import type { LearnGranted } from "./deployed/endpoints/served/learn-granted.ts";
import type { GetSecret } from "./running/sandbox/host-calls/secrets.ts";
import { createDeliveryStore } from "./doors/deliveries/delivery-store.ts";
import {
  createArtifactActivation,
  type ArtifactActivation,
} from "./deployed/endpoints/activation/artifact-activation.ts";
import { createArtifactStore, type ArtifactStore } from "./deployed/endpoints/artifacts/artifact-store.ts";
import { findStartable } from "./deployed/endpoints/served/find-startable.ts";
import type { RunCallsOptions } from "./running/sandbox/host-calls/runs.ts";
import { EarlierArtifacts } from "./deployed/endpoints/served/earlier-artifacts.ts";
import {
  findFunctionOfRun,
  type FindMeans,
  type FunctionOfRun,
  type RunPlace,
} from "./deployed/endpoints/served/find-function-of-run.ts";
import { EndpointDirectory } from "./deployed/endpoints/feed/endpoint-directory.ts";
import type { FeedPosition } from "./deployed/endpoints/feed/feed-reading.ts";
import { followChanges } from "./deployed/endpoints/feed/follow-changes.ts";
import { InForce } from "./deployed/endpoints/feed/in-force.ts";
import { openStateFile } from "./deployed/endpoints/feed/state-file.ts";
import type { Reporter } from "./calls/executions/reporter.ts";
import { createBodyRoom } from "./doors/serving/body/body-room.ts";
import { Readiness } from "./doors/serving/readiness.ts";
import { startHttpServer } from "./doors/serving/start-http-server.ts";
import type { RuntimeContext } from "./doors/serving/serve-runtime.ts";
import { listenOn } from "./doors/mcp/subscriptions/listen-on.ts";
import { Listeners } from "./doors/mcp/subscriptions/listeners.ts";
import { seenBy } from "./doors/mcp/subscriptions/seen-by.ts";
import { offered } from "./doors/mcp/methods.ts";
import type { Listening } from "./doors/mcp/transport/mcp-request.ts";
import type { View } from "./doors/mcp/transport/method.ts";
import type { WorkerSettings } from "./ground/settings.ts";
import { Counters } from "./deployed/limits/counters.ts";
import { openLastKnown } from "./deployed/limits/last-known.ts";
import { openTokens } from "./doors/tokens/open-tokens.ts";
import { createWorkerMetrics, type WorkerMetrics } from "./calls/worker-metrics.ts";

export interface Serving {
  port: number;
  slots: Slots;
  /** The Function whose runs other Functions start by this slug. */
  startable: RunCallsOptions["findStartable"];
  /** The Function of an attempt, in the run's own deployment if it has one. */
  functionOfRun: (place: RunPlace, signal: AbortSignal) => Promise<FunctionOfRun>;
  /** The endpoints that this worker serves. */
  directory: EndpointDirectory;
  /** Writes an execution to the journal and counts it. */
  record: Reporter["record"];
  /** Whether it knows the deployments and starts calls. */
  serves: () => boolean;
  /** Unset while tracing is off. */
  tracing: Tracing | undefined;
  /** This worker's metrics. */
  registry: Registry;
  /** The digests of artifacts that serve anywhere. */
  activeDigests: () => string[];
  /** Takes bundles that this worker has built itself, so that it need not fetch them when they are deployed. */
  offerBundles: ArtifactStore["offer"];
  /** The feed position up to which everything is in force, including loaded artifacts. Null before that. */
  inForce: () => FeedPosition | null;
  /** Starts, reads and cancels the runs of calls. */
  runs: RunMeans;
  /** Starts no more calls. */
  drain: () => void;
  /** Ends after the running calls, but at the latest after `graceMs`. */
  close: (graceMs: number) => Promise<void>;
}

interface ServingOptions {
  log: Log;
  client: ControlPlaneClient;
  invoke: Invoke;
  /** Requests stored data from the control plane. Without it, the worker starts nothing that must be stored. */
  ask?: AskControlPlane | undefined;
  reporter: Pick<Reporter, "record"> & Partial<Pick<Reporter, "state">>;
  /** The living parts of the sandbox, for metrics, and whether it can run calls. */
  sandboxState?: (() => { executors: number; isolates: number; failing: boolean }) | undefined;
  /** The keys of signatures; unset: there are none. */
  getSecret?: GetSecret | undefined;
  /**
   * Fetches the secrets that an endpoint's Functions may read, so that the worker masks them; unset: there are none.
   */
  learnGranted?: LearnGranted | undefined;
  /** Called with each page of the feed. */
  heard?: ((page: ChangesPage) => void) | undefined;
  /** Called when more of the feed is in force. */
  cameIntoForce?: (() => void) | undefined;
  /** Masks the parts of runs that people see; unset: by name only. */
  masker?: Pick<Masker, "shown"> | undefined;
  /** For requests that the control plane holds while callers wait for runs; unset: `client`. */
  waitingClient?: ControlPlaneClient | undefined;
  /** See `EndpointDirectory`. */
  previews?: { most?: number; idleMs?: number } | undefined;
  /** See `EarlierArtifacts`. */
  earlier?: { most?: number; idleMs?: number; loadMs?: number } | undefined;
  /** How long a call waits for a slot, if not the default. */
  slotWaitMs?: number | undefined;
  /** See `HttpServerOptions`. */
  goodbyeMs?: number | undefined;
}

const keptUnusedMs = 7 * 24 * 3_600_000;

/** As a value, a JSON body takes several times its size. Half of this holds three of the largest. */
const largeBodiesBytes = 64 * 1024 * 1024;

const noWay: AskControlPlane = () => Promise.reject(new Error("the control plane cannot be reached"));
const noSecret: GetSecret = () => Promise.resolve(null);

/**
 * The parts that all calls share: counters of limits, the runner, room for bodies, and the parts for deliveries and
 * signatures.
 */
async function openCalls(
  settings: WorkerSettings,
  options: ServingOptions,
  { limitsUnanswered, watchQuestions }: WorkerMetrics,
  starting: AsyncDisposableStack,
) {
  const { client, log, invoke, ask = noWay, slotWaitMs, getSecret = noSecret, learnGranted = () => null } = options;
  const { masker = createMasker(), waitingClient = client } = options;
  const { dataDir, publicUrl } = settings;
  const lastKnown = starting.use(await openLastKnown(join(dataDir, "quotas.ndjson"), log));
  const questions = openQuestionsOf(settings, waitingClient, log, starting);
  watchQuestions(questions.open);
  return {
    counters: starting.use(new Counters({ client, log, lastKnown, unanswered: limitsUnanswered })),
    invoke,
    ask,
    bodies: createBodyRoom({ totalBytes: largeBodiesBytes, waitMs: slotWaitMs ?? 2_000 }),
    deliveries: createDeliveryStore({ client, log }),
    replays: createReplays({ client, log }),
    runs: {
      store: createRunStore({ client, log }),
      ...createRunReader({ client: waitingClient, log }),
      masker,
      publicOrigin: new URL(publicUrl).origin,
    },
    questions,
    getSecret,
    learnGranted,
  };
}

/** The means of questions; at the end of the worker, nobody waits for an answer any more. */
function openQuestionsOf(
  { workerId, workerApiToken, sealingTokens = [workerApiToken] }: WorkerSettings,
  client: ControlPlaneClient,
  log: Log,
  starting: AsyncDisposableStack,
) {
  const questions = openQuestions({ tokens: sealingTokens, workerId, client, log });
  starting.defer(questions.drain);
  return questions;
}

/** Removes artifacts from the cache that were unused for long. */
async function tidy(store: ArtifactStore, activation: ArtifactActivation, log: Log): Promise<void> {
  const kept = [...activation.artifacts()].map(({ digest, manifest }): [string, ArtifactManifest] => [
    digest,
    manifest,
  ]);
  await store.prune(kept, keptUnusedMs).catch((err: unknown) => log.warn({ err }, "could not tidy the cache"));
}

const openSlots = (settings: WorkerSettings, waitMs: number | undefined): Slots =>
  new Slots({
    capacity: settings.runtimeConcurrency,
    perTenant: settings.tenantConcurrency,
    perFunction: settings.functionConcurrency,
    memoryMb: settings.memoryMb ?? memoryBudgetMb(),
    ...(waitMs === undefined ? {} : { waitMs }),
  });

/** Journals and counts. */
const recorder =
  (reporter: ServingOptions["reporter"], metrics: WorkerMetrics): Reporter["record"] =>
  (one) => {
    metrics.recorded(one.source, one.status);
    reporter.record(one);
  };

/** Finds Functions for what comes through no endpoint. */
const finders = (means: FindMeans): Pick<Serving, "functionOfRun" | "startable"> => ({
  functionOfRun: (place, signal) => findFunctionOfRun(place, means, signal),
  startable: (place, slug) => findStartable(means.activation, place, slug),
});

/** The endpoints of a worker, and its position in the feed. */
async function openEndpoints(settings: WorkerSettings, options: ServingOptions, starting: AsyncDisposableStack) {
  const { log, client } = options;
  const { dataDir, maxStaleMs } = settings;
  const store = await createArtifactStore({ client, dataDir, log });
  const activation = starting.use(createArtifactActivation({ store, log }));
  const earlier = starting.use(new EarlierArtifacts({ activation, ...options.earlier }));
  const directory = starting.use(new EndpointDirectory({ log, activation, previews: options.previews ?? {} }));
  const readiness = new Readiness({
    activation,
    maxStaleMs,
    cannotRun: () => options.sandboxState?.().failing === true,
  });
  const inForce = new InForce({ activation, moved: options.cameIntoForce });
  directory.onChange = inForce.note;
  const file = openStateFile(dataDir, log);
  const { heard } = options;
  const followed = await followChanges({ client, directory, file, log, maxStaleMs, heard, taken: inForce.note });
  starting.use(followed);
  directory.caughtUp = followed.caughtUp;
  inForce.readTo = followed.position;
  readiness.follow(followed);
  inForce.note();
  const found = finders({ activation, states: directory.states, earlier });
  return { store, activation, directory, found, readiness, inForce, followed };
}

/** The figures in the response of `/ready`. */
const loadOf = (slots: Slots) => () => ({
  load: { running: slots.running, waiting: slots.waiting, capacity: slots.capacity },
});

const openMetrics = (
  { reporter, sandboxState }: ServingOptions,
  slots: Slots,
  { staleMs }: Readiness,
  directory: EndpointDirectory,
): WorkerMetrics =>
  createWorkerMetrics({
    slots,
    staleMs,
    endpoints: () => directory.size,
    journal: reporter.state ?? (() => ({ waitingBytes: 0, lost: 0 })),
    sandbox: sandboxState ?? (() => ({ executors: 0, isolates: 0 })),
  });

/** The streams on which MCP clients listen for changes of what this worker serves. */
function openListeners(
  { mcpListeners: most = 16_384 }: WorkerSettings,
  {
    log,
    directory,
    tokens,
    ownOrigin,
    metrics,
  }: Pick<RuntimeContext, "log" | "directory" | "tokens" | "ownOrigin" | "metrics">,
  serves: () => boolean,
) {
  const look = seenBy(offered);
  const versionOf = (view: View, uri: string) => {
    for (const feature of offered) {
      const version = feature.versionOf?.(view, uri) ?? null;
      if (version !== null) return version;
    }
    return null;
  };
  const listeners = new Listeners({
    directory,
    states: directory.states,
    tokens,
    ownOrigin,
    look,
    versionOf,
    serves,
    most,
    log,
  });
  metrics.watch(listeners);
  const noted = directory.onChange;
  directory.onChange = () => {
    noted();
    listeners.heard();
  };
  directory.onResource = listeners.resourceChanged;
  const listening: Listening = { isOpen: most > 0, listen: listenOn({ listeners, look, versionOf }) };
  return { listeners, listening };
}

function drainAll(...parts: readonly { drain: () => void }[]): void {
  for (const part of parts) part.drain();
}

/** Follows the deployments and serves their calls. The caller provides the parts that run and record them. */
export async function startServing(settings: WorkerSettings, options: ServingOptions): Promise<Serving> {
  const { log, reporter, slotWaitMs } = options;
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  await using starting = new AsyncDisposableStack();
  const slots = openSlots(settings, slotWaitMs);
  const opened = await openEndpoints(settings, options, starting);
  const { store, activation, directory, readiness, inForce, followed } = opened;
  const metrics = openMetrics(options, slots, readiness, directory);
  const record = recorder(reporter, metrics);
  const ownOrigin = new URL(settings.publicUrl).origin;
  const own = { issuer: ownOrigin, states: directory.states, caughtUp: followed.caughtUp };
  const tokens = starting.use(openTokens({ ...own, settings, log, fetched: metrics.issuerKeysFetched }));
  const { port, host, internalApiTokens, workerId, metricsToken } = settings;
  const { registry } = metrics;
  const tracing = starting.use(await openTracing({ settings: settings.tracing, role: "worker", registry, log }));
  const calls = await openCalls(settings, options, metrics, starting);
  const shared = { slots, directory, metrics, tokens, log, workerId, ownOrigin, tracing };
  const { listeners, listening } = openListeners(settings, shared, readiness.serves);
  starting.use(listeners);
  const server = await startHttpServer({
    port,
    host,
    certificate: starting.use(await openPrivateCertificate(settings.certificate, { registry, log })),
    internalApiTokens,
    goodbyeMs: options.goodbyeMs,
    context: {
      ...shared,
      apps: settings.publicAppsUrl === undefined ? null : readAppsUrl(settings.publicAppsUrl, settings.publicUrl),
      reporter: { record },
      ...calls,
      listening,
      serving: readiness.serves,
    },
    operational: { failing: readiness.failing, metrics: metrics.registry, metricsToken, detail: loadOf(slots) },
  });
  const running = starting.move();
  const drain = () => drainAll(readiness, server, listeners, calls.questions);
  return {
    port: server.port,
    slots,
    directory,
    record,
    tracing,
    registry,
    runs: calls.runs,
    drain,
    serves: readiness.serves,
    ...opened.found,
    activeDigests: () => [...activation.artifacts()].map(({ digest }) => digest),
    offerBundles: store.offer,
    inForce: inForce.position,
    async close(graceMs) {
      drain();
      await server.close(graceMs);
      await running.disposeAsync();
      await tidy(store, activation, log);
      metrics.registry.clear();
    },
  };
}
