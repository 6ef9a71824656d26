import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { integrityOf } from "./integrity.ts";

export interface TarballCache {
  /** Undefined when it is not kept, or not what its integrity says. */
  get: (integrity: string) => Promise<Buffer | undefined>;
  /** Never throws: a build does not fail because a tarball cannot be kept. */
  set: (integrity: string, tarball: Buffer) => Promise<void>;
}

/**
 * Tarballs by their integrity, one file each, checked whenever they are read; the least recently used go when all together
 * pass `maxBytes`. Several processes may share the folder.
 */
export function createTarballCache(options: { folder: string; maxBytes: number; log: Log }): TarballCache {
  const { folder, maxBytes, log } = options;
  const pathOf = (integrity: string) => join(folder, `${createHash("sha256").update(integrity).digest("hex")}.tgz`);

  async function prune(): Promise<void> {
    const names = await readdir(folder);
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const info = await stat(path).catch(() => null);
        return info === null ? [] : [{ path, size: info.size, usedMs: info.mtimeMs }];
      }),
    );
    let total = 0;
    for (const { path, size } of found.flat().sort((a, b) => b.usedMs - a.usedMs)) {
      total += size;
      if (total > maxBytes) await rm(path, { force: true });
    }
  }

  return {
    async get(integrity) {
      const path = pathOf(integrity);
      const tarball = await readFile(path).catch(() => undefined);
      if (tarball === undefined || integrityOf(tarball) !== integrity) return undefined;
      const now = new Date();
      utimes(path, now, now).catch(() => {});
      return tarball;
    },
    async set(integrity, tarball) {
      const temporary = join(folder, `${randomUUID()}.part`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(temporary, tarball, { mode: 0o600 });
        await rename(temporary, pathOf(integrity));
        await prune();
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        log.warn({ err: error }, "a package could not be kept");
      }
    },
  };
}
