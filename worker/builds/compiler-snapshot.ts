import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { takeSnapshot } from "./take-snapshot.ts";

/** How many snapshots of other versions of this code are kept. */
const keptSnapshots = 2;
/** After that, the process that was taking a snapshot must have been killed. */
const takingLastsMs = 120_000;

/**
 * V8's startup snapshot of a compiler process that has read TypeScript and all declarations. A process starts from it
 * with 0.9 s less CPU time (`bench/first-build.ts`). It is kept beside Node's compile cache, where that is on
 * (NODE_COMPILE_CACHE): it too is a cache for this Node and this code. Without a snapshot, processes start from the
 * sources.
 */
export class CompilerSnapshot implements AsyncDisposable {
  readonly #log: Log;
  readonly #folder: string | undefined;
  readonly #name: string;
  readonly #stop = new AbortController();
  #taking: Promise<void> | undefined;
  #discarded = false;

  /** `fingerprint` (hex): covers everything that a snapshot is made from. */
  constructor(fingerprint: string, log: Log, folder: string | undefined = getCompileCacheDir()) {
    this.#log = log;
    this.#folder = folder;
    this.#name = `compiler-${fingerprint.slice(0, 32)}.snapshot`;
  }

  /** The file to start from, if there is one. */
  find(): string | undefined {
    if (this.#folder === undefined || this.#discarded) return undefined;
    const path = join(this.#folder, this.#name);
    return existsSync(path) ? path : undefined;
  }

  /** Takes a snapshot in the background if there is none, once. It never fails, because no build depends on it. */
  async take(): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined || this.#discarded || this.#taking !== undefined || this.find() !== undefined)
      return this.#taking;
    this.#taking = this.#take(folder).catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.#log.warn({ err: error }, "no snapshot of the compiler could be taken");
    });
    return this.#taking;
  }

  /**
   * Removes a snapshot that a process failed to start from. This worker then starts from sources; the next worker may
   * take another snapshot.
   */
  discard(path: string): void {
    this.#discarded = true;
    this.#log.warn({ path }, "the compiler did not start from its snapshot");
    rm(path, { force: true }).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#taking;
  }

  async #take(folder: string): Promise<void> {
    const own = join(folder, `${this.#name}.taking`);
    await mkdir(folder, { recursive: true });
    // Several workers may share the folder, so one of them claims the work.
    if (!(await this.#claim(own))) return;
    try {
      const taken = join(own, "snapshot");
      await takeSnapshot(own, taken, this.#stop.signal);
      await rename(taken, join(folder, this.#name));
      await this.#removeOld(folder);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  async #claim(own: string): Promise<boolean> {
    const since = (await stat(own).catch(() => null))?.mtimeMs;
    if (since !== undefined && Date.now() - since > takingLastsMs) await rm(own, { recursive: true, force: true });
    return mkdir(own, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
  }

  async #removeOld(folder: string): Promise<void> {
    const names = (await readdir(folder)).filter(
      (one) => /^compiler-[0-9a-f]+\.snapshot$/.test(one) && one !== this.#name,
    );
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        return { path, takenMs: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
      }),
    );
    found.sort((a, b) => b.takenMs - a.takenMs);
    for (const { path } of found.slice(keptSnapshots)) await rm(path, { force: true });
  }
}
