import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";

const digestPattern = /^[0-9a-f]{64}$/;

export type ArtifactFileKind = "artifact" | "bundle";

/** Files by digest, below DATA_DIR. They are only a cache: a damaged file counts as missing. */
export interface ArtifactFiles {
  /** What `read` makes of the file's JSON. Undefined when the file is missing or `read` throws. */
  read: <T>(kind: ArtifactFileKind, digest: string, read: (parsed: unknown) => T) => Promise<T | undefined>;
  /** Whether the file exists, whatever it contains. */
  has: (kind: ArtifactFileKind, digest: string) => Promise<boolean>;
  /** Returns whether it could be written. */
  write: (kind: ArtifactFileKind, digest: string, value: unknown) => Promise<boolean>;
  /** Removes files that are older than `olderThanMs` and whose digest is not wanted. Returns their digests. */
  prune: (wanted: ReadonlySet<string>, olderThanMs: number) => Promise<string[]>;
}

const suffix = ".json";

/** Opens the folders, and creates them if necessary. */
export async function openArtifactFiles(dataDir: string, log: Log): Promise<ArtifactFiles> {
  const folders = { artifact: join(dataDir, "artifacts"), bundle: join(dataDir, "bundles") };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (kind: ArtifactFileKind, digest: string) => {
    if (!digestPattern.test(digest)) throw new Error("A digest is 64 lower-case hexadecimal characters.");
    return join(folders[kind], digest + suffix);
  };

  return {
    async read(kind, digest, read) {
      const path = fileOf(kind, digest);
      try {
        return read(JSON.parse(await readFile(path, "utf8")));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT")
          log.warn({ err: error, path }, "a cached file is damaged");
        return undefined;
      }
    },
    has: (kind, digest) =>
      stat(fileOf(kind, digest)).then(
        () => true,
        () => false,
      ),
    /** A full disk costs only the cache, never the deployment. */
    async write(kind, digest, value) {
      const path = fileOf(kind, digest);
      try {
        await writeAtomically(path, JSON.stringify(value), { sync: false });
        return true;
      } catch (error) {
        log.warn({ err: error, path }, "could not cache a file");
        return false;
      }
    },
    async prune(wanted, olderThanMs) {
      const removed: string[] = [];
      for (const folder of Object.values(folders)) {
        for (const name of await readdir(folder)) {
          const digest = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
          if (wanted.has(digest)) continue;
          const { mtimeMs } = await stat(join(folder, name));
          if (Date.now() - mtimeMs <= olderThanMs) continue;
          removed.push(digest);
          await rm(join(folder, name), { force: true });
        }
      }
      return removed;
    },
  };
}
