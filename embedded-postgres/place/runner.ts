import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";

/** How to run PostgreSQL's programs on this machine, since they refuse uid 0. */
export interface Runner {
  /** Numeric user (and group of the same number) that owns the data and runs the server; undefined: our own. */
  owner: number | undefined;
  /** Numeric user and group that runs initdb, which needs a passwd entry; undefined: our own. */
  initOwner: number | undefined;
  /** Command words before the server's own, and before initdb's. */
  serverPrefix: string[];
  initPrefix: string[];
  /** Whether the kernel interrupts the server when this process dies in any way; otherwise we need a watchdog. */
  endsWithUs: boolean;
}

/** The environment of every program that we start here: only PATH, nothing else of ours. */
export function scrubbedEnvironment(): NodeJS.ProcessEnv {
  return { LC_ALL: "C", TZ: "UTC", PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" };
}

const pdeathsig = ["--pdeathsig", "INT"];

/**
 * Chooses a way to run PostgreSQL from this process. As an ordinary user, it runs as that user. If the user has no
 * passwd entry (as in containers), initdb runs as nobody in a user namespace of its own. As root, it runs by setpriv as
 * the numeric user `serverUser`. Without setpriv, or without the right to change user, it runs in such a namespace,
 * where root still owns the files. Throws an EmbeddedPostgresError that names DATABASE_URL when no way works.
 */
export async function chooseRunner(serverUser: number): Promise<Runner> {
  const nobody = await userNamedNobody();
  const namespace = ["unshare", "--user", `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, "--"];
  if (process.geteuid?.() !== 0) return chooseOrdinaryRunner(namespace);

  const serverPrefix = becoming(serverUser, serverUser);
  const initPrefix = becoming(nobody.uid, nobody.gid);
  if ((await works(serverPrefix)) && (await works(initPrefix))) {
    return { owner: serverUser, initOwner: nobody.uid, serverPrefix, initPrefix, endsWithUs: true };
  }
  if (await works(namespace)) {
    return { owner: 0, initOwner: 0, serverPrefix: namespace, initPrefix: namespace, endsWithUs: false };
  }
  throw new EmbeddedPostgresError(
    "The embedded PostgreSQL cannot run as root here, because neither setpriv nor unshare (util-linux) can change " +
      "the user: start Ferrule as an ordinary user, or set DATABASE_URL to a PostgreSQL server.",
  );
}

async function chooseOrdinaryRunner(namespace: string[]): Promise<Runner> {
  const dying = ["setpriv", ...pdeathsig, "--"];
  const endsWithUs = await works(dying);
  const serverPrefix = endsWithUs ? dying : [];
  const initPrefix = !isNamed() && (await works(namespace)) ? namespace : serverPrefix;
  return { owner: undefined, initOwner: undefined, serverPrefix, initPrefix, endsWithUs };
}

/** Whether our user has a passwd entry (or one of a directory service). */
function isNamed(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function becoming(uid: number, gid: number): string[] {
  const ids = ["--reuid", String(uid), "--regid", String(gid), "--clear-groups"];
  return ["setpriv", ...ids, "--no-new-privs", ...pdeathsig, "--"];
}

async function works(prefix: string[]): Promise<boolean> {
  const [program, ...words] = [...prefix, "true"];
  return promisify(execFile)(program, words, { cwd: "/", env: scrubbedEnvironment(), timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

async function userNamedNobody(): Promise<{ uid: number; gid: number }> {
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
