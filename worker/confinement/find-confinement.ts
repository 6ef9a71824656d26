import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { ownersOfProcesses } from "./owners-of-processes.ts";
import { findTool, firstThatWorks, works } from "./platform-tools.ts";
import { keepSystemCallFilter } from "./system-call-filter.ts";

/** What a process may use up. The kernel ends it, or refuses, beyond that. */
export interface Bounds {
  /** Memory that it may write to, in MB. */
  dataMb?: number;
  /** Processor time in seconds, of all its threads together. */
  cpuSeconds?: number;
}

/** What this platform lets us take from processes that read what strangers wrote: executors and builders. */
export interface Confinement {
  /**
   * Runs the rest of the command line confined; empty where the platform has nothing for it. Such a process changes to its own user
   * by itself (`becomeUser`), after it has read its program.
   */
  commandFor: (bounds?: Bounds) => string[];
  /**
   * Runs a program in a folder that is all it can see of the disk, from its start as that user; null where the platform cannot. The
   * program's path is one in the folder.
   */
  enclosed: (folder: string, uid: number | null, bounds?: Bounds) => string[] | null;
  /** A uid of its own for each process, where the worker may give one. */
  nextUid: () => number | null;
  /** What kills every process of such a user, in whichever group or session; null where there are no such users. */
  endUser: (uid: number) => string[] | null;
  inForce: ConfinementInForce;
}

export interface ConfinementInForce {
  /** Each process runs as a user that owns nothing and is nobody else. */
  ownUid: boolean;
  /** `no_new_privs`, and capabilities that cannot be had again. */
  noNewPrivileges: boolean;
  /** No files may grow, no cores be dumped, few descriptors be opened; memory and processor time of builders are bounded. */
  resourceLimits: boolean;
  /** Few processes and threads. They are counted by user, so this needs a user for each. */
  processLimit: boolean;
  /** A network namespace in which there is nothing, a loopback interface that is down apart. */
  emptyNetwork: boolean;
  /** The kernel refuses calls that such a process has no use for (seccomp). */
  systemCallFilter: boolean;
  /** A program that needs no other file is enclosed in a folder of its own. */
  ownRoot: boolean;
}

/** The uids that systemd keeps for users that exist only while a process runs; no distribution gives them to anybody. */
const firstUid = 61_184;
const uids = 65_519 - firstUid + 1;

/** Threads count. Node has a dozen, isolates and Go one for each processor and those that wait. */
const mostProcesses = 96 + 8 * availableParallelism();

function limitsOf(prlimit: string, { dataMb, cpuSeconds }: Bounds, countProcesses: boolean): string[] {
  return [
    prlimit,
    "--core=0:0",
    "--fsize=0:0",
    "--memlock=0:0",
    "--nofile=128:128",
    ...(countProcesses ? [`--nproc=${mostProcesses}:${mostProcesses}`] : []),
    ...(dataMb === undefined ? [] : [`--data=${dataMb * 1_048_576}:${dataMb * 1_048_576}`]),
    ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}:${cpuSeconds}`]),
    "--",
  ];
}

/** What puts the filter of system calls in front of a command: `setpriv` of util-linux 2.41 and later. */
async function findSystemCallFilter(setpriv: string | undefined): Promise<string[] | undefined> {
  const path = setpriv === undefined ? null : keepSystemCallFilter();
  return path === null ? undefined : firstThatWorks([[setpriv!, "--no-new-privs", `--seccomp-filter=${path}`, "--"]]);
}

type Privileges = (kept: string) => Promise<string[] | undefined>;

/** Finds what takes privileges away, all but the capabilities that are `kept`. */
function privilegesWith(setpriv: string | undefined): Privileges {
  if (setpriv === undefined) return async () => undefined;
  const bounded = (kept: string) => [setpriv, "--no-new-privs", "--inh-caps=-all", `--bounding-set=${kept}`, "--"];
  // The bounding set is root's to lower; without new privileges there is nothing to be had from it.
  const unbounded = [setpriv, "--no-new-privs", "--"];
  return (kept) => firstThatWorks([bounded(kept), unbounded]);
}

/** An empty network, in a user namespace where the worker has no power to make one otherwise. */
async function findNetwork(unshare: string | undefined, ownUid: boolean): Promise<string[] | undefined> {
  if (unshare === undefined) return undefined;
  const inUserNamespace = [unshare, "--user", "--net", "--ipc", "--"];
  return firstThatWorks([[unshare, "--net", "--ipc", "--"], ...(ownUid ? [] : [inUserNamespace])]);
}

/** Gives uids, beginning at one of them, that no process on this machine has. Null: the worker may give none. */
function giveUids(first: number | null): () => number | null {
  if (first === null) return () => null;
  let given = first - firstUid;
  return () => {
    // Another worker on this machine gives users, too, and to end one ends all that run as it.
    const taken = ownersOfProcesses();
    for (let tries = 1; ; tries++) {
      const next = firstUid + (given++ % uids);
      if (!taken.has(next) || tries === uids) return next;
    }
  };
}

const asUser = (setpriv: string, user: number) => [
  setpriv,
  `--reuid=${user}`,
  `--regid=${user}`,
  "--clear-groups",
  "--",
];

interface Enclosure {
  chroot: string | undefined;
  unshare: string | undefined;
  /** Put before `chroot`, which root's worker uses. */
  entering: readonly string[];
  /** Put before a user namespace, which another worker uses; null: this worker is root's. */
  privileges: readonly string[] | null;
}

/** What shows a program one folder only. */
const encloseWith =
  ({ chroot, unshare, entering, privileges }: Enclosure) =>
  (folder: string, user: number | null): string[] | null => {
    if (user !== null) {
      if (chroot === undefined) return null;
      return [...entering, chroot, `--userspec=${user}:${user}`, "--groups=", folder];
    }
    if (privileges === null || unshare === undefined) return null;
    // In a user namespace, whose powers end when the program begins; nobody there outlives the first process.
    const spaces = ["--user", "--net", "--ipc", "--pid", "--fork", "--kill-child"];
    return [...privileges, unshare, ...spaces, `--root=${folder}`, "--"];
  };

async function probe(): Promise<Confinement> {
  const [unshare, setpriv, prlimit, chroot] = ["unshare", "setpriv", "prlimit", "chroot"].map(findTool);
  const uid = firstUid + randomInt(uids);
  const ownUid = process.getuid?.() === 0 && (setpriv === undefined || (await works(asUser(setpriv, uid))));
  const privilegesFor = privilegesWith(setpriv);
  // What is left of root's power is what it takes to become that user; it is gone with the change.
  const privileges = await privilegesFor(ownUid ? "-all,+setuid,+setgid" : "-all");
  const network = await findNetwork(unshare, ownUid);
  const canLimit = prlimit !== undefined && (await works(limitsOf(prlimit, {}, false)));
  const limits = (bounds: Bounds) => (canLimit ? limitsOf(prlimit, bounds, ownUid) : []);
  const filter = await findSystemCallFilter(setpriv);
  const entering = ownUid ? await privilegesFor("-all,+setuid,+setgid,+sys_chroot") : undefined;
  const enclose = encloseWith({
    chroot,
    unshare,
    entering: [...(network ?? []), ...(filter ?? []), ...(entering ?? [])],
    privileges: ownUid ? null : (privileges ?? []),
  });
  const somewhere = enclose("/", ownUid ? uid : null);
  const ownRoot = somewhere !== null && (await works(somewhere));
  return {
    commandFor: (bounds = {}) => [...(network ?? []), ...limits(bounds), ...(filter ?? []), ...(privileges ?? [])],
    enclosed: (folder, user, bounds = {}) => (ownRoot ? [...limits(bounds), ...enclose(folder, user)!] : null),
    nextUid: giveUids(ownUid ? uid : null),
    endUser: (user) =>
      ownUid && setpriv !== undefined ? [...asUser(setpriv, user), "/bin/sh", "-c", "kill -9 -1"] : null,
    inForce: {
      ownUid,
      noNewPrivileges: privileges !== undefined,
      resourceLimits: canLimit,
      processLimit: canLimit && ownUid,
      emptyNetwork: network !== undefined,
      systemCallFilter: filter !== undefined,
      ownRoot,
    },
  };
}

let found: Promise<Confinement> | undefined;

/** Finds out once per process what is possible here (about 20 ms, on Linux with util-linux); it never rejects. */
export function findConfinement(): Promise<Confinement> {
  found ??= process.platform === "linux" ? probe() : Promise.resolve(unconfined);
  return found;
}

/** Of a platform that has nothing for it. Node's permission model holds there all the same. */
export const unconfined: Confinement = {
  commandFor: () => [],
  enclosed: () => null,
  nextUid: () => null,
  endUser: () => null,
  inForce: {
    ownUid: false,
    noNewPrivileges: false,
    resourceLimits: false,
    processLimit: false,
    emptyNetwork: false,
    systemCallFilter: false,
    ownRoot: false,
  },
};
