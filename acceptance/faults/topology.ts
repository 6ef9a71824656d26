import { internalReadyPath } from "@ferrule/contract/internal/routes.ts";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient, type Client } from "@ferrule/contract/client.ts";
import { migratedTemplate } from "@ferrule/control-plane/ground/store/schema/migrated-template.ts";
import { openTestPostgres, placeOf, type TestPostgres, throughPort } from "@ferrule/embedded-postgres/test-database.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { freePorts } from "@ferrule/kit/network/free-ports.ts";
import { roleProgram } from "@ferrule/kit/process/role-program.ts";
import { machineSecrets } from "@ferrule/one-machine/machine-secrets.ts";
import { roleEnvironment } from "@ferrule/one-machine/role-environment.ts";
import { RoleProcess } from "@ferrule/one-machine/role-process.ts";
import { eventually } from "../eventually.ts";
import { ownerEmail, ownerPassword } from "../platform.ts";
import { balance } from "./balance.ts";
import { Link } from "./link.ts";

const here = join(import.meta.dirname, "../..");
const shifted = pathToFileURL(join(import.meta.dirname, "shifted-clock.mjs")).href;
const startTimeoutMs = 90_000;

export type RoleName = "gateway" | "control-plane" | "worker";

/** One replica of a role, in a process that restarts when it dies. */
export class Replica {
  readonly role: RoleName;
  readonly name: string;
  readonly port: number;
  readonly #make: (root: string) => RoleProcess;
  #process: RoleProcess;

  constructor(role: RoleName, name: string, port: number, make: (root: string) => RoleProcess, root: string) {
    this.role = role;
    this.name = name;
    this.port = port;
    this.#make = make;
    this.#process = make(root);
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  start = () => this.#process.start();
  stop = () => this.#process.stop();

  /** Ends it in order, and starts another one from this code. Resolves when the new one is ready. */
  async replace(): Promise<void> {
    await this.#process.stop();
    this.#process = this.#make(here);
    await this.#process.start();
    await this.ready();
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.pid, name);
  }

  /** Resolves when its `/ready` returns 200. */
  async ready(withinMs = 60_000): Promise<void> {
    await eventually(async () => {
      // An open connection would delay its end.
      const ending = { signal: AbortSignal.timeout(3_000), headers: { connection: "close" } };
      const answer = await fetch(`http://127.0.0.1:${this.port}/ready`, ending).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      return answer?.ok === true || undefined;
    }, withinMs);
  }
}

export interface TopologyOptions {
  workers?: number;
  /** A server at this port of this machine, with the password of the tests. */
  redisUrl?: string;
  /** The server of its database; default: the tests'. */
  postgres?: TestPostgres;
  env?: Record<string, string>;
  /** The shift of a replica's clock in milliseconds, by the replica's name, such as `worker-1`. */
  clocks?: Record<string, number>;
  /** Replicas whose data folder is a separate disk of this many megabytes. Needs root. */
  disks?: Record<string, number>;
  /** The folder of the roles' code; default: this code. */
  root?: string;
}

export interface Topology extends AsyncDisposable {
  /** The public origin: a load balancer in front of the gateways. */
  url: string;
  gateways: Replica[];
  controlPlanes: Replica[];
  workers: Replica[];
  dataDir: string;
  links: {
    /** From each gateway to each worker. */
    toWorker: Link[][];
    /** From each worker to the load balancer before the control planes. */
    toControlPlane: Link[];
    /** From each control plane to the database. */
    toDatabase: Link[];
    /** From all control planes to Redis; null without one. */
    toRedis: Link | null;
  };
  signInAsOwner: () => Promise<Client>;
  /** Everything passes again, and every process runs. Resolves when all are ready. */
  mend: () => Promise<void>;
}

/**
 * The roles as in deploy/compose.yaml, as processes on this machine: two gateways and two control planes, each pair
 * behind a load balancer, and workers. Every connection between two roles, and to the database, goes through a link
 * that a test can cut, stall or slow.
 */
export async function startTopology(options: TopologyOptions = {}): Promise<Topology> {
  const { workers: workerCount = 2, redisUrl } = options;
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), "ferrule-faults-"));
  chmodSync(dataDir, 0o711);
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = options.postgres ?? stack.use(await openTestPostgres());
  // Another version migrates its own database.
  const template = options.root === undefined ? await migratedTemplate(postgres) : undefined;
  const databaseUrl = await postgres.createDatabase(`faults_${randomUUID()}`, template);
  const link = async (...to: Parameters<typeof Link.to>) => stack.use(await Link.to(...to));
  const [gateway1, gateway2, api1, api2, internal1, internal2, ...workerPorts] = (await freePorts(6 + workerCount)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    ...number[],
  ];
  const ending = new AbortController();
  const balancer = async (...ports: number[]) => stack.use(await balance(ports, ["/ready"], ending.signal));
  const front = await balancer(gateway1, gateway2);
  const apis = await balancer(api1, api2);
  const internals = stack.use(await balance([internal1, internal2], ["/ready", internalReadyPath], ending.signal));
  const links: Topology["links"] = { toWorker: [], toControlPlane: [], toDatabase: [], toRedis: null };
  if (redisUrl !== undefined) links.toRedis = await link({ port: Number(new URL(redisUrl).port) });
  const publicUrl = `http://localhost:${front.port}`;
  const shared = {
    ...machineSecrets(dataDir, process.env),
    NODE_ENV: "development",
    NO_PROXY: "*",
    HOST: "127.0.0.1",
    PUBLIC_URL: publicUrl,
    OWNER_EMAIL: ownerEmail,
    OWNER_PASSWORD: ownerPassword,
    ...options.env,
  };
  const log = createLog("faults", "silent");

  for (const [name, megabytes] of Object.entries(options.disks ?? {})) {
    const folder = join(dataDir, name);
    mkdirSync(folder);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
    stack.defer(() => void execFileSync("umount", ["--lazy", folder]));
  }

  function replica(role: RoleName, at: number, port: number, env: Record<string, string>): Replica {
    const name = `${role}-${at + 1}`;
    const shift = options.clocks?.[name];
    const clock: Record<string, string> =
      shift === undefined ? {} : { NODE_OPTIONS: `--import=${shifted}`, FERRULE_TEST_CLOCK_SHIFT: String(shift) };
    const given = { ...shared, PORT: String(port), DATA_DIR: join(dataDir, name), ...clock, ...env };
    const logFile = join(dataDir, "logs", `${name}.log`);
    const make = (root: string) =>
      new RoleProcess({
        name,
        program: () => roleProgram(root, role),
        env: roleEnvironment(role, given),
        logFile,
        log,
        startTimeoutMs,
      });
    return new Replica(role, name, port, make, options.root ?? here);
  }

  const controlPlanes: Replica[] = [];
  for (const [at, ports] of [
    [api1, internal1],
    [api2, internal2],
  ].entries()) {
    const toDatabase = await link(placeOf(databaseUrl));
    links.toDatabase.push(toDatabase);
    const toRedis = links.toRedis && redisUrl ? redisUrl.replace(/:\d+$/, `:${links.toRedis.port}`) : undefined;
    controlPlanes.push(
      replica("control-plane", at, ports[0]!, {
        INTERNAL_PORT: String(ports[1]),
        DATABASE_URL: throughPort(databaseUrl, toDatabase.port),
        ...(toRedis === undefined ? {} : { REDIS_URL: toRedis }),
      }),
    );
  }
  const workers: Replica[] = [];
  for (const [at, port] of workerPorts.entries()) {
    const toControlPlane = await link({ port: internals.port });
    links.toControlPlane.push(toControlPlane);
    workers.push(replica("worker", at, port, { CONTROL_PLANE_INTERNAL_URL: toControlPlane.url }));
  }
  const gateways: Replica[] = [];
  for (const [at, port] of [gateway1, gateway2].entries()) {
    const toWorkers = await Promise.all(workerPorts.map((workerPort) => link({ port: workerPort })));
    links.toWorker.push(toWorkers);
    const env = { CONTROL_PLANE_URL: apis.url, WORKER_URLS: toWorkers.map(({ url }) => url).join(",") };
    gateways.push(replica("gateway", at, port, env));
  }

  const everyLink = [...links.toWorker.flat(), ...links.toControlPlane, ...links.toDatabase, links.toRedis];
  const everyReplica = [...controlPlanes, ...workers, ...gateways];
  // Callers stop first. Replicas of one kind stop together.
  stack.defer(async () => {
    ending.abort();
    for (const kind of [gateways, workers, controlPlanes]) await Promise.all(kind.map((one) => one.stop()));
  });
  // One after another: the first one makes the first owner.
  await controlPlanes[0]!.start();
  await Promise.all(everyReplica.slice(1).map((one) => one.start()));
  const allReady = async () => {
    await Promise.all(everyReplica.map((one) => one.ready()));
    await eventually(
      async () => ((await fetch(`${publicUrl}/ready`).catch(() => null))?.ok ? true : undefined),
      30_000,
    );
  };
  await allReady();
  const owned = stack.move();
  return {
    url: publicUrl,
    gateways,
    controlPlanes,
    workers,
    dataDir,
    links,
    async signInAsOwner() {
      const client = createClient({ baseUrl: publicUrl, cookies: "keep" });
      await client.login({ body: { email: ownerEmail, password: ownerPassword } });
      return client;
    },
    async mend() {
      for (const one of everyLink) one?.mend();
      for (const { pid } of everyReplica) if (pid !== 0) process.kill(pid, "SIGCONT");
      await allReady();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
