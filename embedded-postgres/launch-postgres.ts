import { rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { connectionUrl } from "./connection-url.ts";
import { explainFailure } from "./explain-failure.ts";
import { findBinaries } from "./place/find-binaries.ts";
import { initializeCluster } from "./initialize-cluster.ts";
import { choosePlace, prepareDataDir } from "./place/place.ts";
import { provisionDatabase, roleName } from "./provision-database.ts";
import { acquireStartLock } from "./start-lock.ts";
import { SupervisedServer } from "./server/supervised-server.ts";

export interface LaunchOptions {
  /** The folder for all files of this installation; created when missing. */
  dataDir: string;
  log: Log;
  /** Called with a few words before each step that may take a moment. */
  onProgress?: (step: string) => void;
  /** Server settings added to Ferrule's own. */
  settings?: Record<string, string>;
  /** The folder for files that root cannot keep in `dataDir`. */
  systemDir?: string;
}

/** A running PostgreSQL that belongs to this process: it is restarted when it dies, and ends when this process does. */
export interface EmbeddedPostgres extends AsyncDisposable {
  /** For `pg`, over a unix socket: the login role `ferrule` in its database `ferrule`. Stays the same over restarts. */
  url: string;
  /** The same for the bootstrap superuser in the database `postgres`. */
  adminUrl: string;
  /** Fast shutdown: rolls back open transactions and closes connections. Resolves when no process is left. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of `dataDir`, creating it on the first start, and resolves when it takes connections. While it
 * runs, `<dataDir>/postgres/url` (0600) holds its URL for other programs of the same user. If a server's launcher was
 * killed, this shuts the server down and takes its data over. While another launch lives, this launch fails and names
 * its pid. Throws an EmbeddedPostgresError with one sentence that says what to do.
 */
export async function launchPostgres(options: LaunchOptions): Promise<EmbeddedPostgres> {
  try {
    return await launch(options);
  } catch (error) {
    throw explainFailure(error, options.dataDir);
  }
}

async function launch({ log, onProgress, settings = {}, systemDir = "/var/lib/ferrule", ...options }: LaunchOptions) {
  await using held = new AsyncDisposableStack();
  const dataDir = await prepareDataDir(options.dataDir);
  held.use(await acquireStartLock(dataDir));
  const place = await choosePlace({ dataDir, binaries: await findBinaries(), systemDir, log });
  // A copied data folder points to the same home as its original.
  held.use(await acquireStartLock(place.home, dataDir));

  const onMake = () => onProgress?.(`making the database (PostgreSQL ${place.major}, first start)`);
  const made = await initializeCluster(place, settings["fsync"] !== "off", onMake);
  onProgress?.(`starting PostgreSQL ${place.major}`);
  // We remove a short-lived folder outside of the data folder.
  if (!place.socketDirectory.startsWith(place.home))
    held.defer(() => rmdir(place.socketDirectory).catch(() => undefined));
  held.use(await SupervisedServer.start({ place, settings, log }));
  await provisionDatabase(place.socketDirectory);

  const url = connectionUrl(place.socketDirectory, roleName, roleName);
  const adminUrl = connectionUrl(place.socketDirectory, "postgres", "postgres");
  const urlFile = join(dataDir, "postgres", "url");
  held.defer(() => rm(urlFile, { force: true }));
  await writeFile(urlFile, `${url}\n`, { mode: 0o600 });
  log.info({ home: place.home, major: place.major, made }, "PostgreSQL is ready");

  const owned = held.move();
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= owned.disposeAsync());
  return { url, adminUrl, stop, [Symbol.asyncDispose]: stop };
}
