import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** What this platform lets us take from executors, beyond what Node's permission model takes. */
export interface Confinement {
  /** Runs the rest of the command line confined; empty where the platform has nothing for it. */
  command: string[];
  /** A uid of its own for each executor, where the worker may give one. */
  nextUid: () => number | null;
  inForce: ConfinementInForce;
}

export interface ConfinementInForce {
  /** Each executor runs as a user that owns nothing and is nobody else. */
  ownUid: boolean;
  /** `no_new_privs`, and capabilities that cannot be had again. */
  noNewPrivileges: boolean;
  /** No files may grow, no cores be dumped, few descriptors be opened. */
  resourceLimits: boolean;
  /** A network namespace in which there is nothing, a loopback interface that is down apart. */
  emptyNetwork: boolean;
}

/** The uids that systemd keeps for users that exist only while a process runs; no distribution gives them to anybody. */
const firstUid = 61_184;
const uids = 65_519 - firstUid + 1;

const folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

function find(tool: string): string | undefined {
  return folders
    .map((folder) => join(folder, tool))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Whether the command may be used here: it is run with `true` at its end. */
function works(command: string[]): Promise<boolean> {
  const [file, ...args] = [...command, find("true") ?? "true"];
  return new Promise((resolve) => {
    execFile(file, args, { env: {}, timeout: 10_000 }, (error) => resolve(error === null));
  });
}

async function firstThatWorks(candidates: string[][]): Promise<string[] | undefined> {
  for (const candidate of candidates) if (await works(candidate)) return candidate;
  return undefined;
}

async function probe(): Promise<Confinement> {
  const isRoot = process.getuid?.() === 0;
  const [unshare, setpriv, prlimit] = ["unshare", "setpriv", "prlimit"].map(find);
  const uid = firstUid + randomInt(uids);
  const ownUid =
    isRoot &&
    (setpriv === undefined || (await works([setpriv, `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--"])));
  // What is left of root's power is what it takes to become that user; it is gone with the change.
  const kept = ownUid ? "-all,+setuid,+setgid" : "-all";
  const privileges =
    setpriv === undefined
      ? undefined
      : await firstThatWorks([
          [setpriv, "--no-new-privs", "--inh-caps=-all", `--bounding-set=${kept}`, "--"],
          // The bounding set is root's to lower; without new privileges there is nothing to be had from it.
          [setpriv, "--no-new-privs", "--"],
        ]);
  const network =
    unshare === undefined
      ? undefined
      : await firstThatWorks([
          [unshare, "--net", "--ipc", "--"],
          ...(ownUid ? [] : [[unshare, "--user", "--net", "--ipc", "--"]]),
        ]);
  const bounds = ["--core=0:0", "--fsize=0:0", "--memlock=0:0", "--nofile=128:128"];
  const limits = prlimit === undefined ? undefined : await firstThatWorks([[prlimit, ...bounds, "--"]]);
  const parts = [network, limits, privileges];
  let given = uid - firstUid;
  return {
    command: parts.flatMap((part) => part ?? []),
    nextUid: () => (ownUid ? firstUid + (given++ % uids) : null),
    inForce: {
      ownUid,
      noNewPrivileges: privileges !== undefined,
      resourceLimits: limits !== undefined,
      emptyNetwork: network !== undefined,
    },
  };
}

let found: Promise<Confinement> | undefined;

/** Finds out once per process what is possible here (about 20 ms, on Linux with util-linux); it never rejects. */
export function findConfinement(): Promise<Confinement> {
  found ??= process.platform === "linux" ? probe() : Promise.resolve(unconfined);
  return found;
}

const unconfined: Confinement = {
  command: [],
  nextUid: () => null,
  inForce: { ownUid: false, noNewPrivileges: false, resourceLimits: false, emptyNetwork: false },
};
