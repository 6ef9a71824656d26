import { chmod, cp, lstat, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { restoreLinks, type Binaries } from "./find-binaries.ts";
import { makeFolder } from "./make-folder.ts";
import { reachableBy } from "./reachable-by.ts";

/**
 * The folder with `bin`, `lib` and `share` that every one of `uids` can read and run. It is the installed one if that
 * is complete and reachable; otherwise a copy below `copiesDirectory`, made once for each version (58 MB, 0.25 s).
 */
export async function usableBinaries(binaries: Binaries, uids: number[], copiesDirectory: string): Promise<string> {
  if (await usable(binaries.directory, uids)) return binaries.directory;
  const copy = join(copiesDirectory, `postgresql-${binaries.version}-${process.platform}-${process.arch}`);
  if (await exists(join(copy, "bin", "postgres"))) return copy;
  const partial = `${copy}.new-${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await makeFolder(copiesDirectory, 0o755);
  // We copy links verbatim: otherwise Node makes every relative link an absolute one into the unreachable folder.
  await cp(binaries.directory, partial, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  await restoreLinks(binaries.directory, partial);
  await makeReadable(partial);
  // Another launcher may have finished the same copy meanwhile; then we use that copy.
  await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }));
  return copy;
}

/** It leaves out archives for linking C programs. */
const isNeeded = (path: string) => !path.endsWith(".a");

async function usable(directory: string, uids: number[]): Promise<boolean> {
  const folders = ["bin", "lib", "share/postgresql"].map((name) => join(directory, name));
  for (const uid of uids) {
    for (const folder of folders) if (!(await reachableBy(uid, folder))) return false;
    const program = await stat(join(directory, "bin", "postgres"));
    if ((program.mode & (program.uid === uid ? 0o500 : 0o005)) !== (program.uid === uid ? 0o500 : 0o005)) return false;
  }
  return process.platform !== "linux" || exists(join(directory, "lib", "libpq.so.5"));
}

async function makeReadable(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  const executable = entry.isDirectory() || (entry.mode & 0o100) !== 0;
  await chmod(path, executable ? 0o755 : 0o644);
  if (!entry.isDirectory()) return;
  for (const name of await readdir(path)) await makeReadable(join(path, name));
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
