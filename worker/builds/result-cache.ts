import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DerivedContract, Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { Log } from "@ferrule/kit/log.ts";

/** What is kept of one build: all but the ids. */
export interface BuildOutcome {
  diagnostics: Diagnostic[];
  derived: DerivedContract;
  bundle: Bundle | null;
  /** Of a result that another worker has built, whose bundle the control plane has and nobody here needs. */
  storedDigest?: string;
}

export interface ResultCache {
  get(key: string): Promise<BuildOutcome | undefined>;
  /** Never throws: a build does not fail because its result cannot be kept. */
  set(key: string, outcome: BuildOutcome): Promise<void>;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * Results by key, one file each, in `folder`; the least recently used are removed when all together pass `maxBytes`. A
 * file that is not exactly what was written counts as absent. Several processes may share the folder.
 */
export function createResultCache(options: { folder: string; maxBytes: number; log: Log }): ResultCache {
  const { folder, maxBytes, log } = options;
  const pathOf = (key: string) => join(folder, `${key}.json`);
  let writtenSincePrune = maxBytes;
  let pruning: Promise<void> | undefined;

  const prune = async () => {
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
  };

  return {
    async get(key) {
      try {
        const text = await readFile(pathOf(key), "utf8");
        const checksum = text.slice(0, 64);
        if (sha256(text.slice(65)) !== checksum) return undefined;
        const now = new Date();
        utimes(pathOf(key), now, now).catch(() => {});
        return JSON.parse(text.slice(65)) as BuildOutcome;
      } catch {
        return undefined;
      }
    },
    async set(key, outcome) {
      const text = JSON.stringify(outcome);
      const temporary = join(folder, `${randomUUID()}.part`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(temporary, `${sha256(text)}\n${text}`, { mode: 0o600 });
        await rename(temporary, pathOf(key));
        writtenSincePrune += text.length;
        // On the first write and after each tenth of the bound: between them it may be passed by that tenth.
        if (writtenSincePrune < maxBytes / 10 || pruning !== undefined) return;
        writtenSincePrune = 0;
        pruning = prune().finally(() => (pruning = undefined));
        await pruning;
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        log.warn({ err: error }, "a build's result could not be kept");
      }
    },
  };
}
