import { createHash } from "node:crypto";
import { chmod, lstat, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { socketFile } from "../connection-url.ts";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import type { Binaries } from "./find-binaries.ts";
import { makeFolder } from "./make-folder.ts";
import { privateUser } from "./private-user.ts";
import { reachableBy } from "./reachable-by.ts";
import { chooseRunner, type Runner } from "./runner.ts";
import { usableBinaries } from "./usable-binaries.ts";

/** The folders of one embedded PostgreSQL, and how to run its programs. */
export interface Place {
  /** Folder of all the others; owned by us (or root), not by the server's user. */
  home: string;
  /** PGDATA. */
  dataDirectory: string;
  socketDirectory: string;
  logFile: string;
  /** `bin`, `lib` and `share`, readable by the user who runs the programs. */
  binaries: string;
  major: string;
  runner: Runner;
}

export interface PlaceOptions {
  dataDir: string;
  binaries: Binaries;
  /** The folder that root uses when another user cannot reach the data folder. */
  systemDir: string;
  log: Log;
}

/**
 * Makes the data folder when it is missing and returns its real path. If root owns it, others may search it (0711),
 * because the server inside runs as another user; an ordinary user's is private.
 */
export async function prepareDataDir(path: string): Promise<string> {
  const folder = resolve(path);
  await makeFolder(folder, process.geteuid?.() === 0 ? 0o711 : 0o700);
  return realpath(folder);
}

/**
 * Chooses the folder and the user for the database of `dataDir` (a real path), and makes the folders. Normally that is
 * `<dataDir>/postgres`. If root cannot give another user access (a home of mode 700), it is a folder of its own below
 * `systemDir`. The file `<dataDir>/postgres/location` names it, so that we find it again after the data folder was
 * moved, and leave it alone after the data folder was removed.
 */
export async function choosePlace({ dataDir, binaries, systemDir, log }: PlaceOptions): Promise<Place> {
  const root = process.geteuid?.() === 0;
  const nearby = join(dataDir, "postgres");
  await makeFolder(nearby, root ? 0o711 : 0o700);
  const pointer = join(nearby, "location");
  let home = (await readFile(pointer, "utf8").catch(ignoreMissing))?.trim() ?? nearby;
  if (!root && home !== nearby) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} was made by root and lives in ${home}: ` +
        "start Ferrule as root, or choose another DATA_DIR.",
    );
  }
  if ((await ownerOf(home)) === undefined) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} lived in ${home}, which is gone: restore that folder, ` +
        `or remove ${pointer} to begin with an empty database, or choose another DATA_DIR.`,
    );
  }
  const owner = await ownerOf(join(home, "data"));
  const us = process.geteuid?.() ?? 0;
  if (!root && owner !== undefined && owner !== us) {
    throw new EmbeddedPostgresError(
      `The database in ${home} belongs to user ${owner}, but Ferrule runs as user ${us}: ` +
        "start it as that user (or as root), or choose another DATA_DIR.",
    );
  }
  const runner = await chooseRunner(owner || (await privateUser(dataDir)));
  const uids = root ? [runner.owner ?? 0, ...(owner === undefined ? [runner.initOwner ?? 0] : [])] : [];
  if (!(await reachableByAll(uids, home))) {
    if (owner !== undefined) throw unreachable(home);
    home = await placeBelow(systemDir, dataDir);
    await writeFile(pointer, `${home}\n`, { mode: 0o600 });
    await makeFolder(home, 0o711);
    if (!(await reachableByAll(uids, home))) throw unreachable(home);
    log.info(
      { dataDir, home },
      "the data folder cannot be reached by another user than root; the database lives elsewhere",
    );
  }
  return {
    home,
    dataDirectory: join(home, "data"),
    socketDirectory: await socketFolder(home, root ? systemDir : "/tmp"),
    logFile: join(home, "server.log"),
    binaries: await usableBinaries(binaries, uids, root ? systemDir : home),
    major: binaries.major,
    runner,
  };
}

async function placeBelow(systemDir: string, dataDir: string): Promise<string> {
  await makeFolder(systemDir, 0o755);
  await chmod(systemDir, 0o755);
  const hash = shortHash(dataDir);
  // If nothing points to a folder any more, its data folder was removed: we do not use it again.
  for (let n = 1; ; n += 1) {
    const candidate = join(systemDir, n === 1 ? hash : `${hash}-${n}`);
    if ((await ownerOf(candidate)) === undefined) return candidate;
  }
}

/** `<home>/run`, or a short private folder when the socket's path would be too long for the kernel. */
async function socketFolder(home: string, shortParent: string): Promise<string> {
  const folder = join(home, "run");
  // The limit is 103 bytes on macOS and 107 on Linux.
  const fits = Buffer.byteLength(socketFile(folder)) <= 103;
  const chosen = fits ? folder : join(shortParent, `ferrule-${process.geteuid?.() ?? 0}-${shortHash(home)}`);
  if (!fits) await makeFolder(shortParent, 0o755);
  await makeFolder(chosen, 0o700);
  const made = await lstat(chosen);
  const foreign = process.geteuid?.() !== 0 && made.uid !== process.geteuid?.();
  if (!made.isDirectory() || foreign || (made.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `The folder ${chosen} for the database's socket is not a private folder of ours: remove it.`,
    );
  }
  return chosen;
}

async function reachableByAll(uids: number[], folder: string): Promise<boolean> {
  for (const uid of uids) if (!(await reachableBy(uid, folder))) return false;
  return true;
}

function unreachable(home: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${home} cannot be reached by the user it runs as, because a folder above it is closed to other ` +
      "users: run chmod o+x on that folder, or choose another DATA_DIR.",
  );
}

const shortHash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Numeric owner of a file or folder; undefined when there is none. */
async function ownerOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(ignoreMissing))?.uid;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
