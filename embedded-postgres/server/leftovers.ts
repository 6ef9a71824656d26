import { execFile } from "node:child_process";
import { readdir, readFile, readlink, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Log } from "@ferrule/kit/log.ts";
import { socketFile } from "../connection-url.ts";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import type { Place } from "../place/place.ts";

type Folders = Pick<Place, "dataDirectory" | "socketDirectory">;

/**
 * Makes the data directory free for our own server; call it under the start lock. If a server's launcher has died, this
 * asks the server for a fast shutdown and keeps its data. It removes whatever a crash left: orphaned backends,
 * postmaster.pid, socket, socket lock. A pid in postmaster.pid counts only if that process works in this very folder.
 * Otherwise an unreaped zombie or a reused pid would keep PostgreSQL from starting. Throws an EmbeddedPostgresError
 * when a server that we cannot see (in another container) responds on the socket.
 */
export async function clearLeftovers(place: Folders, log: Log): Promise<void> {
  const pids = await serverPids(place.dataDirectory);
  if (pids.length > 0) {
    const recorded = await recordedPid(place.dataDirectory);
    log.warn({ pids }, "PostgreSQL processes without a launcher are left over; stopping them");
    if (recorded !== undefined && pids.includes(recorded)) {
      signal([recorded], "SIGINT");
      await noneLeft(place.dataDirectory, 10_000);
    }
    for (const name of ["SIGQUIT", "SIGKILL"] as const) {
      const rest = await serverPids(place.dataDirectory);
      signal(rest, name);
      if (await noneLeft(place.dataDirectory, 5000)) break;
    }
  }
  const socket = socketFile(place.socketDirectory);
  if (await answers(socket)) {
    throw new EmbeddedPostgresError(
      `A PostgreSQL server outside this container or user already runs on ${place.dataDirectory}: ` +
        "stop it, or choose another DATA_DIR.",
    );
  }
  for (const path of [join(place.dataDirectory, "postmaster.pid"), socket, `${socket}.lock`])
    await rm(path, { force: true });
}

/** Pids of the PostgreSQL processes, postmaster and backends, that work in `dataDirectory`. */
export async function serverPids(dataDirectory: string): Promise<number[]> {
  if (process.platform !== "linux") return postmasterByName(dataDirectory);
  const data = await stat(dataDirectory);
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // We compare inodes, because the same folder has another path under another mount. We cannot read processes of
    // other users.
    const cwd = await stat(`/proc/${name}/cwd`).catch(() => undefined);
    if (cwd?.ino !== data.ino || cwd.dev !== data.dev) continue;
    const program = await readlink(`/proc/${name}/exe`).catch(() => "");
    if (basename(program.replace(/ \(deleted\)$/, "")) === "postgres") found.push(Number(name));
  }
  return found;
}

async function postmasterByName(dataDirectory: string): Promise<number[]> {
  const pid = await recordedPid(dataDirectory);
  if (pid === undefined) return [];
  const listed = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]).catch(() => undefined);
  return listed?.stdout.includes(`postgres -D ${dataDirectory}`) ? [pid] : [];
}

async function recordedPid(dataDirectory: string): Promise<number | undefined> {
  const text = await readFile(join(dataDirectory, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}

async function noneLeft(dataDirectory: string, boundMs: number): Promise<boolean> {
  const end = Date.now() + boundMs;
  while ((await serverPids(dataDirectory)).length > 0) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
