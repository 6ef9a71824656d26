// Why: docs/decisions/tools-of-the-system.md
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { ownersOfProcesses } from "./owners-of-processes.ts";
import { findTool, firstThatWorks, works } from "./platform-tools.ts";
import { keepSystemCallFilter } from "./system-call-filter.ts";

/** Resource limits of a process. If the process exceeds one, the kernel ends it or refuses. */
export interface Bounds {
  /** Memory that it may write to, in MB. */
  dataMb?: number;
  /** Processor time of all its threads together, in seconds. */
  cpuSeconds?: number;
}

/** How this platform lets us confine executors and builders, which read untrusted code. */
export interface Confinement {
  /**
   * The prefix that runs the rest of the command line confined. Empty when the platform offers no way. Such a process
   * switches to its own user by itself (`becomeUser`), once it has read its program.
   */
  commandFor: (bounds?: Bounds) => string[];
  /**
   * The prefix that runs a program as that user from its start, and shows it only one folder of the disk. Null when the
   * platform cannot. The program's path is relative to the folder.
   */
  enclosed: (folder: string, uid: number | null, bounds?: Bounds) => string[] | null;
  /** Returns a separate uid for each process, if the worker may assign one. */
  nextUid: () => number | null;
  /** The command that kills every process of a user, in any group or session. Null without such users. */
  endUser: (uid: number) => string[] | null;
  inForce: ConfinementInForce;
}

export interface ConfinementInForce {
  /** Each process runs as its own user, which owns nothing. */
  ownUid: boolean;
  /** `no_new_privs` is set, and dropped capabilities cannot be regained. */
  noNewPrivileges: boolean;
  /** Limits on file growth, core dumps and descriptors. Builders' memory and processor time are limited too. */
  resourceLimits: boolean;
  /** Limits processes and threads. The kernel counts them by user, so each process needs its own. */
  processLimit: boolean;
  /** An empty network namespace, except for a loopback interface that is down. */
  emptyNetwork: boolean;
  /** seccomp: the kernel refuses system calls that such a process does not need. */
  systemCallFilter: boolean;
  /** A program that needs no other file runs in its own root folder. */
  ownRoot: boolean;
}

/** The uids that systemd reserves for users that exist only while a process runs. No distribution assigns them. */
const firstUid = 61_184;
const uids = 65_519 - firstUid + 1;

/** Threads count too. Node has a dozen. Isolates and Go have one for each processor, plus waiting ones. */
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

/** The prefix that installs the filter of system calls. It needs `setpriv` of util-linux 2.41 or later. */
async function findSystemCallFilter(setpriv: string | undefined): Promise<string[] | undefined> {
  const path = setpriv === undefined ? null : keepSystemCallFilter();
  return path === null ? undefined : firstThatWorks([[setpriv!, "--no-new-privs", `--seccomp-filter=${path}`, "--"]]);
}

type Privileges = (kept: string) => Promise<string[] | undefined>;

/** Finds the prefix that drops all privileges except the capabilities in `kept`. */
function privilegesWith(setpriv: string | undefined): Privileges {
  if (setpriv === undefined) return async () => undefined;
  const bounded = (kept: string) => [setpriv, "--no-new-privs", "--inh-caps=-all", `--bounding-set=${kept}`, "--"];
  // Only root can lower the bounding set. For others, that set grants nothing, because they cannot gain privileges.
  const unbounded = [setpriv, "--no-new-privs", "--"];
  return (kept) => firstThatWorks([bounded(kept), unbounded]);
}

/** The prefix for an empty network, inside a user namespace if there is no other way. */
async function findNetwork(unshare: string | undefined, ownUid: boolean): Promise<string[] | undefined> {
  if (unshare === undefined) return undefined;
  const inUserNamespace = [unshare, "--user", "--net", "--ipc", "--"];
  return firstThatWorks([[unshare, "--net", "--ipc", "--"], ...(ownUid ? [] : [inUserNamespace])]);
}

/** Returns unused uids of this machine, starting at `first`. Null: the worker may assign none. */
function giveUids(first: number | null): () => number | null {
  if (first === null) return () => null;
  let given = first - firstUid;
  return () => {
    // Another worker on this machine assigns uids too, and killing a user's processes would kill that worker's too.
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
  /** The prefix before `chroot`, which a worker that runs as root uses. */
  entering: readonly string[];
  /** The prefix before a user namespace, which any other worker uses. Null: this worker runs as root. */
  privileges: readonly string[] | null;
}

/** The prefix that shows a program only one folder. */
const encloseWith =
  ({ chroot, unshare, entering, privileges }: Enclosure) =>
  (folder: string, user: number | null): string[] | null => {
    if (user !== null) {
      if (chroot === undefined) return null;
      return [...entering, chroot, `--userspec=${user}:${user}`, "--groups=", folder];
    }
    if (privileges === null || unshare === undefined) return null;
    // A user namespace whose powers end when the program starts. All of its processes end with the first one.
    const spaces = ["--user", "--net", "--ipc", "--pid", "--fork", "--kill-child"];
    return [...privileges, unshare, ...spaces, `--root=${folder}`, "--"];
  };

async function probe(): Promise<Confinement> {
  const [unshare, setpriv, prlimit, chroot] = ["unshare", "setpriv", "prlimit", "chroot"].map(findTool);
  const uid = firstUid + randomInt(uids);
  const ownUid = process.getuid?.() === 0 && (setpriv === undefined || (await works(asUser(setpriv, uid))));
  const privilegesFor = privilegesWith(setpriv);
  // From root's capabilities, keep only those for switching to that user. They are lost in the switch.
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

/** Finds out once per process what is possible here (about 20 ms, on Linux with util-linux). It never rejects. */
export function findConfinement(): Promise<Confinement> {
  found ??= process.platform === "linux" ? probe() : Promise.resolve(unconfined);
  return found;
}

/** For a platform without any such means. Node's permission model still applies there. */
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
