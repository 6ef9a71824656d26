import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { followAuthorities } from "@ferrule/kit/tls/follow-authorities.ts";
import { watchClock } from "@ferrule/kit/watch-clock.ts";
import { slotRequest, type Slots } from "./calls/admission/slots.ts";
import { Builder } from "./building/builds/builder.ts";
import { createAskHostCalls } from "./ground/control-plane-client/ask-host-calls.ts";
import {
  type ControlPlaneClient,
  createControlPlaneClient,
  type ControlPlaneClientOptions,
  ControlPlaneRefusal,
} from "./ground/control-plane-client/control-plane-client.ts";
import { createHostCallConnection } from "./ground/control-plane-client/host-call-connection.ts";
import { reportWorker, type WorkerReporting } from "./calls/admission/report-worker.ts";
import { createMasker, type Masker } from "./ground/masking/masker.ts";
import { LiveLogs } from "./calls/executions/live-logs.ts";
import { maskLive } from "./calls/executions/mask-live.ts";
import { createReporter, type Reporter } from "./calls/executions/reporter.ts";
import { RunningCalls } from "./calls/executions/running-calls.ts";
import { createSealer } from "./doors/mcp/elicitation/sealer.ts";
import { startJobs } from "./building/jobs/start-jobs.ts";
import { createConnectionStore } from "./running/databases/connection-store.ts";
import { Databases } from "./running/databases/databases.ts";
import { createCacheCalls } from "./running/sandbox/host-calls/cache.ts";
import { createCollectionCalls } from "./running/sandbox/host-calls/collections.ts";
import { createAddressRule } from "@ferrule/kit/network/allowed-addresses.ts";
import { createNameResolver } from "./ground/names/resolve-name.ts";
import { createMcpCalls } from "./running/sandbox/host-calls/mcp.ts";
import { createSecretsGet } from "./running/sandbox/host-calls/secrets.ts";
import { createVerifySignature } from "./running/sandbox/host-calls/verify-signature.ts";
import { createRunCalls, type RunCallsOptions } from "./running/sandbox/host-calls/runs.ts";
import { createTestCalls } from "./running/sandbox/host-calls/test-calls.ts";
import type { Invocation, Invoke } from "./running/sandbox/call/invocation.ts";
import { createSqlCalls } from "./running/sandbox/host-calls/sql.ts";
import { createSandbox, type SandboxOptions } from "./running/sandbox/sandbox.ts";
import { createLearnGranted } from "./deployed/endpoints/served/learn-granted.ts";
import { getSecret, openSecret } from "./running/secrets/open-secret.ts";
import { createSecretStore } from "./running/secrets/secret-store.ts";
import { mostWaitingCallers } from "./doors/runs/read-run.ts";
import { startLeasedRuns } from "./start-leased-runs.ts";
import { npmRegistryUrl } from "./ground/npm-registry-url.ts";
import type { WorkerSettings } from "./ground/settings.ts";
import { startServing } from "./start-serving.ts";

export interface RunningWorker {
  port: number;
  /** Starts nothing new, lets running calls finish for 8 s, reports them, and ends everything. */
  close: () => Promise<void>;
}

/** Covers two of the gateway's readiness checks, a second apart, plus some slack for a busy machine. */
const goodbyeMs = 2_500;
const drainMs = 8_000;

/** Adds the exact host and port of the demo's mock service to the allowances. */
function allowances({ egressAllowPrivate, mockIntegrationUrl }: WorkerSettings): string[] {
  if (mockIntegrationUrl === undefined) return egressAllowPrivate;
  const { protocol, hostname, port } = new URL(mockIntegrationUrl);
  return [...egressAllowPrivate, `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`];
}

/** Runs a test in one of the slots for background work. */
function inBackground(slots: Slots, invoke: Invoke): Invoke {
  return async (invocation: Invocation) => {
    const { projectId, tenantId, functionId, memoryMb } = invocation;
    const request = slotRequest(projectId, tenantId, functionId, memoryMb, true);
    if (!(await slots.acquire(request))) throw new PublicError("OVERLOADED");
    try {
      return await invoke(invocation);
    } finally {
      slots.release(request);
    }
  };
}

/** The address of the control plane, and the means to check that it is the right one. */
async function controlPlaneOf(
  { controlPlaneInternalUrl: url, workerApiToken: token, authoritiesFile }: WorkerSettings,
  log: Log,
  starting: AsyncDisposableStack,
): Promise<ControlPlaneClientOptions> {
  const authorities = await followAuthorities(authoritiesFile, { log });
  if (authorities !== undefined) starting.use(authorities);
  return { url, token, authorities };
}

/** The parts that a worker's components share. */
interface Means {
  settings: WorkerSettings;
  log: Log;
  /** Ends what was created, in reverse order. */
  starting: AsyncDisposableStack;
  client: ControlPlaneClient;
  controlPlane: ControlPlaneClientOptions;
}

/** The host calls of Functions, and their listeners for changes. */
function openHostCalls({ settings, log, starting, client, controlPlane }: Means) {
  const secrets = createSecretStore({ open: openSecret(client), log });
  const masker = createMasker({ names: settings.maskedNames ?? [], values: secrets.mask });
  const ask = createAskHostCalls({ connection: starting.use(createHostCallConnection(controlPlane)), log });
  const connections = createConnectionStore(client, log, secrets);
  const databases = starting.use(
    new Databases({
      settingsOf: connections.get,
      rule: createAddressRule(settings.databaseAllowPrivate ?? []),
      resolve: createNameResolver(),
    }),
  );
  const secretOf = getSecret(secrets);
  const { learnGranted, forget } = createLearnGranted(secrets);
  // Nothing is deployed before the worker serves.
  const deployed: Pick<RunCallsOptions, "findStartable"> = { findStartable: () => null };
  const hostCalls = {
    "secrets.get": createSecretsGet(secretOf),
    "http.verify": createVerifySignature(secretOf),
    ...createCacheCalls({ ask, cover: (place, text) => secrets.mask(place)?.text(text) ?? text }),
    ...createCollectionCalls(ask),
    ...createMcpCalls(ask),
    ...createSqlCalls(databases),
    ...createRunCalls({
      ask,
      shown: masker.shown,
      findStartable: (place, slug) => deployed.findStartable(place, slug),
    }),
    ...createTestCalls(),
  };
  const heard = (page: ChangesPage) => {
    secrets.heard(page);
    if (page.reset || page.items.some(({ key }) => key.startsWith("secret:"))) forget();
    connections.heard(page);
  };
  return { hostCalls, heard, masker, databases, ask, secretOf, learnGranted, deployed };
}

async function openSandbox({ settings, log, starting }: Means, hostCalls: NonNullable<SandboxOptions["hostCalls"]>) {
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  return starting.use(
    await createSandbox({
      log,
      quarantineFile: join(settings.dataDir, "quarantine.json"),
      egressAllowPrivate: allowances(settings),
      proxies: settings.proxies,
      hostCalls,
      ...(settings.idleIsolates === undefined ? {} : { idleIsolates: settings.idleIsolates }),
    }),
  );
}

function openReporter({ settings, log, starting, client }: Means, masker: Masker): Reporter {
  return starting.use(
    createReporter({
      folder: join(settings.dataDir, "executions"),
      maxBytes: settings.executionJournalMb * 1_048_576,
      log,
      masker,
      async send(body, signal) {
        try {
          await client.recordExecutions({ json: body, signal });
          return 204;
        } catch (error) {
          if (error instanceof ControlPlaneRefusal) return error.status;
          throw error;
        }
      },
    }),
  );
}

function openBuilder({ settings, log, starting }: Means): Builder {
  return starting.use(
    new Builder({
      log,
      cacheDir: join(settings.dataDir, "build-cache"),
      registryUrl: npmRegistryUrl(settings.npmRegistryUrl),
      proxies: settings.proxies,
    }),
  );
}

/**
 * Starts a worker: the sandbox, the followed feed, the private listener and the jobs. It resolves when the worker
 * listens. From then on, `/ready` says whether it serves calls. @throws ListenError when the port is unavailable,
 * CertificateError
 */
export async function startWorker(settings: WorkerSettings, { log }: { log: Log }): Promise<RunningWorker> {
  await using starting = new AsyncDisposableStack();
  const { workerId, deploymentConcurrency } = settings;
  const controlPlane = await controlPlaneOf(settings, log, starting);
  const client = starting.use(createControlPlaneClient(controlPlane));
  starting.use(watchClock(log));
  const means: Means = { settings, log, starting, client, controlPlane };
  const { hostCalls, heard, masker, databases, ask, secretOf, learnGranted, deployed } = openHostCalls(means);
  const sandbox = await openSandbox(means, hostCalls);
  const calls = new RunningCalls();
  const invoke = calls.watch(maskLive(sandbox.invoke, masker));
  const reporter = openReporter(means, masker);
  const builder = openBuilder(means);
  let reporting: WorkerReporting | undefined;
  const serving = await startServing(settings, {
    cameIntoForce: () => reporting?.soon(),
    log,
    client,
    invoke,
    ask,
    reporter,
    getSecret: secretOf,
    learnGranted,
    masker,
    // Callers who wait for runs must not take the connections of calls.
    waitingClient: starting.use(createControlPlaneClient({ ...controlPlane, connections: mostWaitingCallers })),
    heard,
    sandboxState: sandbox.state,
    goodbyeMs,
  });
  deployed.findStartable = serving.startable;
  const { slots, inForce } = serving;
  const leasedRuns = startLeasedRuns({ client, serving, invoke, ask, masker, log, workerId, settings });
  starting.defer(async () => {
    await Promise.all([serving.close(drainMs), leasedRuns.close(drainMs)]);
  });
  const liveLogs = new LiveLogs(calls, masker);
  reporting = starting.use(reportWorker({ client, workerId, slots, calls, liveLogs, log, inForce }));
  const tests = inBackground(slots, invoke);
  const { offerBundles } = serving;
  const { maskedNames = [] } = settings;
  const offered = { offerBundles, deploymentConcurrency, invoke: tests, maskedNames };
  const { workerApiToken, sealingTokens = [workerApiToken] } = settings;
  const testSealer = createSealer(sealingTokens, "test-questions");
  const jobs = { client, builder, databases, reporter, masker, log, workerId, testSealer, ...offered };
  starting.use(startJobs(jobs));
  const running = starting.move();
  log.info({ port: serving.port, host: settings.host, workerId }, "worker listens");
  return {
    port: serving.port,
    async close() {
      serving.drain();
      await running.disposeAsync();
    },
  };
}
