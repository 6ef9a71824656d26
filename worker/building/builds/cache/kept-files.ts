import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Removes the least recently used files of a folder until the rest fit into `maxBytes`. */
async function prune(folder: string, maxBytes: number): Promise<void> {
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

/** Marks a kept file as just used, so that others are removed first. Nobody waits for the result. */
export function noteUse(path: string): void {
  const now = new Date();
  utimes(path, now, now).catch(() => {});
}

/**
 * Keeps files in a folder within about `maxBytes`, and removes the least recently used first. A file appears whole or
 * not at all. Several processes may share the folder. We check the limit at the first write and after each tenth of it,
 * so a folder may exceed it by a tenth.
 */
export function createKeptFiles({ folder, maxBytes }: { folder: string; maxBytes: number }) {
  let writtenSincePrune = maxBytes;
  let pruning: Promise<void> | undefined;
  const writeInFolder = (path: string, data: readonly Buffer[]) =>
    writeFile(path, data, { mode: 0o600 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, data, { mode: 0o600 });
    });
  return {
    pathOf: (name: string): string => join(folder, name),
    /** Writes these bytes one after the other. @throws the file system's error, and leaves nothing behind */
    async write(name: string, data: readonly Buffer[]): Promise<void> {
      const temporary = join(folder, `${randomUUID()}.part`);
      try {
        await writeInFolder(temporary, data);
        await rename(temporary, join(folder, name));
        writtenSincePrune += data.reduce((sum, { length }) => sum + length, 0);
        if (writtenSincePrune < maxBytes / 10 || pruning !== undefined) return;
        writtenSincePrune = 0;
        pruning = prune(folder, maxBytes).finally(() => (pruning = undefined));
        await pruning;
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
    },
  };
}
