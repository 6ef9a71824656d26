import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { eventually } from "../eventually.ts";
import { executorsOf, killProcess } from "./executors.ts";
import type { Link } from "./link.ts";
import type { Replica, Topology } from "./topology.ts";

/** A fault that lasts for a while. */
export interface Breakage {
  name: string;
  /** Resolves when the fault has ended; after a kill, at once. */
  run: () => Promise<void>;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

const kill = (name: string, victim: () => Replica): Breakage => ({
  name: `${name} killed`,
  run: async () => victim().signal("SIGKILL"),
});

const stop = (name: string, victim: () => Replica, ms: number): Breakage => ({
  name: `${name} stopped for ${seconds(ms)}`,
  async run() {
    const { pid } = victim();
    process.kill(pid, "SIGSTOP");
    await delay(ms);
    process.kill(pid, "SIGCONT");
  },
});

type Harm = "cut" | "stall" | "forget";

const harm = (name: string, links: () => readonly Link[], how: Harm, ms: number): Breakage => ({
  name: `${name} ${{ cut: "cut", stall: "silent", forget: "half-open" }[how]} for ${seconds(ms)}`,
  async run() {
    const harmed = links();
    for (const link of harmed) link[how]();
    await delay(ms);
    for (const link of harmed) link.mend();
  },
});

const slow = (name: string, links: () => readonly Link[], ms: number): Breakage => ({
  name: `${name} slow for ${seconds(ms)}`,
  async run() {
    const slowed = links();
    for (const link of slowed) link.slow({ delayMs: 50, bytesPerSecond: 500_000 });
    await delay(ms);
    for (const link of slowed) link.mend();
  },
});

export interface BreakageOptions {
  /** How long to cut a link, or to stop a process. */
  forMs: number;
  /** The administrator's URL of a database server in the topology, which restarts when it dies. */
  databaseAdminUrl: string;
}

/** The process id of a database server; rejects while it takes no connections. */
async function serverAt(adminUrl: string): Promise<number> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 1_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ file: string }>("select pg_read_file('postmaster.pid') as file");
    return Number.parseInt(rows[0]!.file, 10);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Kills every process of a database server at once. Resolves when it has restarted and takes connections. */
async function crash(adminUrl: string): Promise<void> {
  const crashed = await serverAt(adminUrl);
  process.kill(crashed, "SIGQUIT");
  const another = async () => {
    const found = await serverAt(adminUrl).catch(() => crashed);
    return found === crashed ? undefined : found;
  };
  await eventually(another, 60_000);
}

/** The faults, in turn: each kind of role and link, in each way. */
export function breakagesOf(topology: Topology, { forMs, databaseAdminUrl }: BreakageOptions): Breakage[] {
  const { links } = topology;
  let turn = 0;
  const next = <T>(of: readonly T[]): T => of[(turn += 1) % of.length]!;
  const worker = () => next(topology.workers);
  const controlPlane = () => next(topology.controlPlanes);
  const toOneWorker = () => {
    const at = (turn += 1) % topology.workers.length;
    return links.toWorker.map((row) => row[at]!);
  };
  const all: Breakage[] = [
    kill("worker", worker),
    kill("control plane", controlPlane),
    kill("gateway", () => next(topology.gateways)),
    harm("gateways to a worker", toOneWorker, "cut", forMs),
    harm("database", () => links.toDatabase, "cut", forMs),
    { name: "database server crashed", run: () => crash(databaseAdminUrl) },
    stop("worker", worker, forMs),
    stop("control plane", controlPlane, forMs),
    {
      name: "executors of a worker killed",
      async run() {
        for (const pid of executorsOf(worker().pid)) killProcess(pid);
      },
    },
    harm("workers to control plane", () => links.toControlPlane, "cut", forMs),
    harm("gateways to a worker", toOneWorker, "stall", forMs),
    harm("database", () => links.toDatabase, "stall", forMs),
    stop("gateway", () => next(topology.gateways), forMs),
    harm("gateways to a worker", toOneWorker, "forget", forMs),
    harm("a worker to control plane", () => [next(links.toControlPlane)], "forget", forMs),
    slow("database", () => links.toDatabase, forMs),
    slow("gateways to a worker", toOneWorker, forMs),
  ];
  const { toRedis } = links;
  if (toRedis !== null) {
    all.push(harm("Redis", () => [toRedis], "cut", forMs));
    all.push(harm("Redis", () => [toRedis], "stall", forMs));
  }
  return all;
}
