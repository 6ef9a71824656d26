import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";

/** @throws when it is not a digest, so that no path leads outside */
export function requireDigest(digest: string): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error("A digest is 64 lower-case hexadecimal characters.");
  return digest;
}

/** Artifacts by digest, below DATA_DIR. They are only a cache: a damaged file counts as missing. */
export interface ArtifactFiles {
  /** The result of `read` for the file's JSON. Undefined when the file is missing or `read` throws. */
  read: <T>(digest: string, read: (parsed: unknown) => T) => Promise<T | undefined>;
  /** A full disk affects only the cache, never the deployment. */
  write: (digest: string, value: unknown) => Promise<void>;
  remove: (digest: string) => Promise<void>;
  /**
   * Removes files of artifacts and bundles that are older than `olderThanMs` and whose digest nobody wants. Returns
   * their digests.
   */
  prune: (wanted: ReadonlySet<string>, olderThanMs: number) => Promise<string[]>;
}

/** Opens the folder, and creates it if necessary. */
export async function openArtifactFiles(dataDir: string, log: Log): Promise<ArtifactFiles> {
  const folder = join(dataDir, "artifacts");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (digest: string) => join(folder, `${requireDigest(digest)}.json`);

  return {
    async read(digest, read) {
      const path = fileOf(digest);
      try {
        return read(JSON.parse(await readFile(path, "utf8")));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT")
          log.warn({ err: error, path }, "a cached file is damaged");
        return undefined;
      }
    },
    async write(digest, value) {
      const path = fileOf(digest);
      try {
        await writeAtomically(path, JSON.stringify(value), { sync: false });
      } catch (error) {
        log.warn({ err: error, path }, "could not cache a file");
      }
    },
    remove: (digest) => rm(fileOf(digest), { force: true }),
    async prune(wanted, olderThanMs) {
      const removed: string[] = [];
      for (const one of [folder, join(dataDir, "bundles")]) {
        for (const name of await readdir(one)) {
          const digest = name.replace(/\.(?:json|bundle)$/, "");
          if (wanted.has(digest)) continue;
          const { mtimeMs } = await stat(join(one, name));
          if (Date.now() - mtimeMs <= olderThanMs) continue;
          removed.push(digest);
          await rm(join(one, name), { force: true });
        }
      }
      return removed;
    },
  };
}
