import { execFile, type ExecFileException } from "node:child_process";
import { lchown, mkdir, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import type { Place } from "./place/place.ts";
import { scrubbedEnvironment } from "./place/runner.ts";

const initOptions = [
  "--username=postgres",
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--auth-local=trust",
  "--auth-host=scram-sha-256",
];

/**
 * Makes sure that `place` has a data directory of our PostgreSQL's version, owned by the server's user. It keeps an
 * existing one, or makes a new one beside and renames it, so an interrupted start leaves nothing behind. Returns
 * whether it made one; it calls `onMake` before that. `durable: false` skips the flush, for a throw-away directory.
 */
export async function initializeCluster(place: Place, durable: boolean, onMake: () => void): Promise<boolean> {
  for (const name of await readdir(place.home)) {
    // An initdb whose launcher was killed may still write into it, until it notices that its folder is gone.
    if (name.startsWith("data.new"))
      await rm(join(place.home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  const made = !(await hasCluster(place));
  if (made) {
    onMake();
    await makeCluster(place, durable);
  }
  await giveTo(place.dataDirectory, place.runner.owner);
  await giveTo(place.socketDirectory, place.runner.owner);
  return made;
}

async function hasCluster(place: Place): Promise<boolean> {
  // An interrupted backup tool or a volume mount leaves an empty folder; we make it again.
  if (await rmdir(place.dataDirectory).then(() => true, isMissing)) return false;
  const version = await readFile(join(place.dataDirectory, "PG_VERSION"), "utf8").catch((cause: unknown) => {
    throw new EmbeddedPostgresError(
      `The folder ${place.dataDirectory} is not a database (it has no readable PG_VERSION): ` +
        "restore it from a backup, or choose another DATA_DIR.",
      { cause },
    );
  });
  if (version.trim() === place.major) return true;
  throw new EmbeddedPostgresError(
    `The database in ${place.dataDirectory} was made by PostgreSQL ${version.trim().slice(0, 20)}, ` +
      `but this Ferrule carries PostgreSQL ${place.major}: use the Ferrule that made it, or choose another DATA_DIR.`,
  );
}

/** For `rmdir`: true when there is nothing at the path, false when the folder is not empty. */
function isMissing(error: NodeJS.ErrnoException): boolean {
  if (error.code === "ENOENT") return true;
  if (error.code === "ENOTEMPTY" || error.code === "EEXIST") return false;
  if (error.code === "EACCES" || error.code === "EPERM") return false;
  throw error;
}

async function makeCluster(place: Place, durable: boolean): Promise<void> {
  const { runner } = place;
  const fresh = join(place.home, `data.new-${process.pid}`);
  await mkdir(fresh, { mode: 0o700 });
  if (runner.initOwner !== undefined) await lchown(fresh, runner.initOwner, runner.initOwner);
  const initdb = join(place.binaries, "bin", "initdb");
  const words = [...runner.initPrefix, initdb, "-D", fresh, ...initOptions, ...(durable ? [] : ["--no-sync"])];
  const [program = "", ...rest] = words;
  try {
    await promisify(execFile)(program, rest, { cwd: "/", env: scrubbedEnvironment() });
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true });
    throw initError(cause as ExecFileException & { stderr?: string });
  }
  await giveTo(fresh, runner.owner);
  await rename(fresh, place.dataDirectory);
}

function initError(cause: ExecFileException & { stderr?: string }): EmbeddedPostgresError {
  const lines = (cause.stderr ?? "").split("\n");
  const reason = lines.find((line) => /error|fatal|could not|not found/i.test(line)) ?? cause.message;
  return new EmbeddedPostgresError(
    `PostgreSQL could not create its database (${reason.trim().slice(0, 300)}): fix that, or set DATABASE_URL.`,
    { cause },
  );
}

/** Changes the owner of a tree unless it is right already; it never follows a link in the tree. */
async function giveTo(path: string, owner: number | undefined): Promise<void> {
  if (owner === undefined || (await stat(path)).uid === owner) return;
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), owner, owner);
  // We do this last, so that an interrupted change starts again.
  await lchown(path, owner, owner);
}
