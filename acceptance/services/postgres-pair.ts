import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "@ferrule/kit/network/free-ports.ts";
import { serverFolder, startServer } from "../databases/server-process.ts";
import { serverUser } from "../databases/server-user.ts";
import { childrenOf, killProcess } from "../faults/executors.ts";
import { Link, type Target } from "../faults/link.ts";

const everyMs = 100;
const local = "host all postgres 127.0.0.1/32 trust\nhost replication postgres 127.0.0.1/32 trust\n";
const others = "host all all 127.0.0.1/32 scram-sha-256\n";

/** A primary and its synchronous standby, and an address that leads to the one that takes writes. */
export interface PostgresPair extends AsyncDisposable {
  /** The administrator's URL, with the moving address. */
  adminUrl: string;
  version: string;
  /** Kills every process of the primary, as if its machine were lost. */
  killPrimary: () => void;
  /** Makes the standby the primary. Resolves when it takes writes. */
  promote: () => Promise<void>;
}

const urlAt = (port: number) => `postgresql://postgres@127.0.0.1:${port}/postgres`;

async function ask(port: number, statement: string): Promise<Record<string, unknown> | undefined> {
  const client = new Client({ connectionString: urlAt(port), connectionTimeoutMillis: 1_000, query_timeout: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement)).rows[0];
  } catch {
    // It is down, or starting.
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const takesWrites = async (port: number) =>
  (await ask(port, "select pg_is_in_recovery() as standby"))?.["standby"] === false;

/**
 * Plays HAProxy with a role check, or a virtual address that moves: new connections go to the server that takes writes.
 */
async function followPrimary(ports: readonly number[]): Promise<Link> {
  const targets: Target[] = ports.map((port) => ({ port }));
  const link = await Link.to(...targets);
  const up = new Set<Target>();
  link.isUp = (target) => up.has(target);
  const closing = new AbortController();
  const { signal } = closing;
  const watching = Promise.all(
    ports.map(async (port, at) => {
      const target = targets[at]!;
      while (!signal.aborted) {
        if (await takesWrites(port)) up.add(target);
        else if (up.delete(target)) link.reset(target);
        await delay(everyMs, undefined, { signal }).catch(() => undefined);
      }
    }),
  );
  const dispose = link[Symbol.asyncDispose].bind(link);
  link[Symbol.asyncDispose] = async () => {
    closing.abort();
    await watching;
    await dispose();
  };
  return link;
}

/** Starts both servers. @param binaries the folder with `initdb`, `postgres` and `pg_basebackup` */
export async function startPostgresPair(binaries: string): Promise<PostgresPair> {
  await using stack = new AsyncDisposableStack();
  const env = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" };
  const [first, second] = [await freePort(), await freePort()];
  const settings = (port: number, folder: string, ...more: string[]) =>
    [
      `port=${port}`,
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${folder}`,
      "max_connections=200",
      ...more,
    ].flatMap((one) => ["-c", one]);

  const folder = await serverFolder("primary");
  const data = join(folder, "data");
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(binaries, program), args, { ...serverUser(), cwd: folder, env, stdio: "pipe" });
  run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-sync");
  writeFileSync(join(data, "pg_hba.conf"), local + others);
  // A commit returns when the standby has it on disk.
  const synchronous = settings(first, folder, "synchronous_standby_names=standby", "synchronous_commit=on");
  const isUp = (port: number) => async () => (await ask(port, "select 1 as up")) !== undefined;
  stack.use(await startServer([join(binaries, "postgres"), "-D", data, ...synchronous], folder, isUp(first)));
  const { version } = (await ask(first, "select current_setting('server_version') as version")) ?? {};
  const primary = Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);

  const standbyFolder = await serverFolder("standby");
  const copy = join(standbyFolder, "data");
  const from = `host=127.0.0.1 port=${first} user=postgres application_name=standby`;
  run("pg_basebackup", "-d", from, "-D", copy, "--write-recovery-conf", "--checkpoint=fast", "--no-sync");
  const follow = [join(binaries, "postgres"), "-D", copy, ...settings(second, standbyFolder)] as [string, ...string[]];
  stack.use(await startServer(follow, standbyFolder, isUp(second)));
  const link = stack.use(await followPrimary([first, second]));
  while (!(await takesWrites(link.port))) await delay(everyMs);
  const owned = stack.move();
  return {
    adminUrl: urlAt(link.port),
    version: String(version).split(" ")[0] ?? "",
    killPrimary() {
      for (const pid of [primary, ...childrenOf(primary)]) killProcess(pid);
    },
    async promote() {
      await ask(second, "select pg_promote(wait => false)");
      while (!(await takesWrites(second))) await delay(10);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
