import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connectionUrl } from "../connection-url.ts";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import type { Place } from "../place/place.ts";
import { probeServer } from "./probe-server.ts";
import { scrubbedEnvironment } from "../place/runner.ts";
import { lastWords, openServerLog } from "./server-log.ts";
import { startWatchdog } from "./watchdog.ts";

/** The limit of a start. Replaying the gigabyte of log that a crash can leave takes well under this on a slow disk. */
const startTimeoutMs = 300_000;

const ownSettings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  timezone: "UTC",
  jit: "off",
  max_connections: "100",
  shared_buffers: "128MB",
  fsync: "on",
  // Statements and row values may hold callers' data, which must not get into the log.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** How long we wait after SIGINT, SIGQUIT and SIGKILL, in milliseconds. */
export type StopBounds = readonly [number, number, number];

/** One running postmaster. */
export interface ServerProcess {
  pid: number;
  /** Settles when it has ended, for any reason. */
  ended: Promise<void>;
  hasEnded(): boolean;
  /**
   * Resolves when it takes connections. If it ends before that, rejects with an EmbeddedPostgresError in the server's
   * own words.
   */
  ready(): Promise<void>;
  /** Fast shutdown, then an immediate one, then kill -9, each after its `boundsMs`. Resolves when it is gone. */
  stop(boundsMs?: StopBounds): Promise<void>;
}

/** Starts the server of `place`; `settings` are added to Ferrule's own, and win over them. */
export async function startServer(place: Place, settings: Record<string, string>): Promise<ServerProcess> {
  const log = await openServerLog(place.logFile, place.runner.owner);
  const logStart = (await log.stat()).size;
  const directories = `"${place.socketDirectory.replaceAll('"', '""')}"`;
  const all = { ...ownSettings, unix_socket_directories: directories, ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const postgres = join(place.binaries, "bin", "postgres");
  const [program = "", ...rest] = [...place.runner.serverPrefix, postgres, "-D", place.dataDirectory, ...options];
  // Detached, so that Ctrl-C at the terminal reaches only Ferrule, which drains before it stops the database.
  const child = spawn(program, rest, {
    cwd: "/",
    env: scrubbedEnvironment(),
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  const spawned = await once(child, "spawn").then(
    () => undefined,
    (error: unknown) => error,
  );
  await log.close();
  if (spawned !== undefined || child.pid === undefined) {
    throw new EmbeddedPostgresError(
      "The embedded PostgreSQL cannot be executed on this system: set DATABASE_URL to a PostgreSQL server.",
      { cause: spawned },
    );
  }
  const dismissWatchdog = place.runner.endsWithUs ? undefined : startWatchdog(child.pid, place.dataDirectory);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ended = hasEnded() ? Promise.resolve() : once(child, "exit").then(() => undefined);
  ended.then(
    () => dismissWatchdog?.(),
    () => undefined,
  );
  const url = connectionUrl(place.socketDirectory, "postgres", "postgres");

  async function ready(): Promise<void> {
    const end = Date.now() + startTimeoutMs;
    while (!hasEnded()) {
      if ((await probeServer(url, 5000)) === "ready") return;
      if (Date.now() > end) throw new EmbeddedPostgresError(`PostgreSQL did not get ready in ${startTimeoutMs} ms.`);
      await delay(10);
    }
    throw new EmbeddedPostgresError(
      `The database in ${place.dataDirectory} cannot be started ` +
        `(PostgreSQL says: ${await lastWords(place.logFile, logStart)}): ` +
        `see ${place.logFile}, restore a backup, or choose another DATA_DIR.`,
    );
  }

  async function stop([fast, immediate, kill]: StopBounds = [10_000, 5000, 5000]): Promise<void> {
    const steps: [NodeJS.Signals, number][] = [
      ["SIGINT", fast],
      ["SIGQUIT", immediate],
      ["SIGKILL", kill],
    ];
    for (const [name, boundMs] of steps) {
      if (hasEnded()) return;
      child.kill(name);
      const patience = new AbortController();
      await Promise.race([ended, delay(boundMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
    }
  }

  return { pid: child.pid, ended, hasEnded, ready, stop };
}
