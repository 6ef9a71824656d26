import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { launchPostgres } from "@ferrule/embedded-postgres/launch-postgres.ts";
import { freePorts } from "@ferrule/kit/network/free-ports.ts";
import { type BundledRole, roleProgram } from "@ferrule/kit/process/role-program.ts";
import { bundleRoles } from "./role-programs/bundle-roles.ts";
import { machineSecrets } from "./machine-secrets.ts";
import { roleEnvironment } from "./role-environment.ts";
import { untilReady } from "./until-ready.ts";
import { RoleProcess } from "./role-process.ts";

export interface PlatformOptions {
  /** The repository's root. */
  root: string;
  /** Absolute and writable. */
  dataDir: string;
  /** The gateway's port; 0 means any free one. */
  port: number;
  host?: string | undefined;
  /** Defaults to `http://localhost:<port>`, or https if the gateway has a certificate. */
  publicUrl?: string | undefined;
  /** Defaults to the embedded PostgreSQL. */
  databaseUrl?: string | undefined;
  workers?: number;
  /** Also starts the mock integration service. */
  mockIntegration: boolean;
  /** 0 or unset means any free one. */
  mockIntegrationPort?: number;
  /** The gateway, which serves the console, waits for this build. */
  consoleBuilt?: Promise<void>;
  /** More environment variables for every role. */
  env?: Record<string, string>;
  log: Log;
  onProgress?: (step: string) => void;
}

export interface Platform extends AsyncDisposable {
  url: string;
  /** The gateway's port. */
  port: number;
  mockIntegrationUrl: string | null;
  controlPlane: RoleProcess;
  gateway: RoleProcess;
  workers: RoleProcess[];
  databaseUrl: string;
  internalUrl: string;
  /** The control plane's address for the management API; requests need `internalApiToken`. */
  controlPlaneUrl: string;
  internalApiToken: string;
  stop: () => Promise<void>;
}

const startTimeoutMs = 60_000;

async function openDatabase({ databaseUrl, dataDir, log }: PlatformOptions) {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: () => Promise.resolve() };
  return launchPostgres({ dataDir, log });
}

/**
 * Starts every role of Ferrule as a child process on this machine: database (embedded, unless `databaseUrl`), control
 * plane, workers, gateway, and the mock integration service if requested. All of them start at once; only the control
 * plane waits for the database. Resolves when the gateway reports that everything is ready.
 * @throws StartError, EmbeddedPostgresError: one sentence each; everything that had started is stopped again
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { root, dataDir, log, onProgress } = options;
  const secrets = machineSecrets(dataDir, process.env);
  const workerCount = options.workers ?? 1;
  // We choose the ports beforehand, so that the roles can start at once and find each other.
  const [apiPort, internalPort, anyPort, anyMockPort, ...workerPorts] = await freePorts(4 + workerCount);
  const port = options.port || anyPort!;
  const mockPort = options.mockIntegrationPort || anyMockPort!;
  const mockIntegrationUrl = options.mockIntegration ? `http://127.0.0.1:${mockPort}` : null;
  const given = { ...process.env, ...options.env };
  const isSecure = Boolean(given["TLS_CERT_FILE"]);
  const between = given["INTERNAL_TLS_CERT_FILE"] ? "https" : "http";
  const publicUrl = options.publicUrl ?? `${isSecure ? "https" : "http"}://localhost:${port}`;
  const controlPlaneUrl = `${between}://127.0.0.1:${apiPort}`;
  const internalUrl = `${between}://127.0.0.1:${internalPort}`;

  const role = (name: string, folder: BundledRole | null, env: Record<string, string>) => {
    const shared = { ...secrets, DATA_DIR: dataDir, HOST: "127.0.0.1", PUBLIC_URL: publicUrl };
    const mock: Record<string, string> =
      mockIntegrationUrl === null ? {} : { MOCK_INTEGRATION_URL: mockIntegrationUrl };
    return new RoleProcess({
      name,
      program: () => (folder === null ? join(root, "demo/mock-integration/main.ts") : roleProgram(root, folder)),
      env: roleEnvironment(folder, { ...shared, ...mock, ...options.env, ...env }),
      logFile: join(dataDir, "logs", `${name}.log`),
      log,
      startTimeoutMs,
    });
  };
  const database = openDatabase(options);
  const controlPlane = role("control-plane", "control-plane", {
    PORT: String(apiPort),
    INTERNAL_PORT: String(internalPort),
  });
  const workers = workerPorts.map((workerPort, index) =>
    role(`worker-${index + 1}`, "worker", {
      PORT: String(workerPort),
      CONTROL_PLANE_INTERNAL_URL: internalUrl,
      DATA_DIR: join(dataDir, `worker-${index + 1}`),
    }),
  );
  const gateway = role("gateway", "gateway", {
    PORT: String(port),
    ...(options.host === undefined ? {} : { HOST: options.host }),
    CONTROL_PLANE_URL: controlPlaneUrl,
    WORKER_URLS: workerPorts.map((workerPort) => `${between}://127.0.0.1:${workerPort}`).join(","),
  });
  const mock = role("mock-integration", null, { PORT: String(mockPort) });

  const stop = async () => {
    // Callers stop first and the database last: the gateway drains while its backends still run.
    await gateway.stop();
    await Promise.all(workers.map((worker) => worker.stop()));
    await controlPlane.stop();
    await mock.stop();
    await database.then((opened) => opened.stop()).catch(() => undefined);
  };
  try {
    onProgress?.("database and the roles");
    await bundleRoles(root).catch((error: unknown) => log.warn({ err: error }, "the roles run from their sources"));
    const controlPlaneStarted = database.then(({ url }) => controlPlane.start({ DATABASE_URL: url }));
    const gatewayStarted = Promise.resolve(options.consoleBuilt).then(() => gateway.start());
    const started = [
      ...workers.map((worker) => worker.start()),
      ...(mockIntegrationUrl === null ? [] : [mock.start()]),
    ];
    await Promise.all([controlPlaneStarted, gatewayStarted, ...started]);
    await untilReady(port, isSecure);
    return {
      url: publicUrl,
      port,
      mockIntegrationUrl,
      controlPlane,
      gateway,
      workers,
      databaseUrl: (await database).url,
      internalUrl,
      controlPlaneUrl,
      internalApiToken: secrets.INTERNAL_API_TOKEN.split(",", 1)[0]!.trim(),
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
