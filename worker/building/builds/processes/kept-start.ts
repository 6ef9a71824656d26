// Why: docs/decisions/compilers-from-a-snapshot.md
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";

/** The number of files of other code versions that we keep. */
const keptOthers = 2;
/** Making a file takes two seconds of CPU time. */
const usualLongestMs = 90_000;
/** After this time, we assume that a process which was making a file was killed. */
const takingLastsMs = 120_000;

export interface KeptStartOptions {
  /** The name of the processes, such as `compiler`, and the ending of their file, such as `snapshot`. */
  kind: string;
  ending: string;
  /** Covers everything that goes into the file. In hex. */
  fingerprint: string;
  log: Log;
  /** Makes `file`. `folder` is for its use alone. It rejects soon after the signal aborts. */
  make: (folder: string, file: string, signal: AbortSignal) => Promise<void>;
  /**
   * Default: beside Node's compile cache, if that is on (NODE_COMPILE_CACHE). Like that cache, it depends on the
   * version of Node.
   */
  folder: string | undefined;
  /** After this time, we stop making the file. Default: 90 s. */
  longestMs?: number;
}

/**
 * A file that lets build processes of one kind start with less work than from their sources. Without it, they start
 * from the sources.
 */
export class KeptStart implements AsyncDisposable {
  readonly #options: KeptStartOptions;
  readonly #log: Log;
  readonly #folder: string | undefined;
  readonly #name: string;
  readonly #stop = new AbortController();
  #taking: Promise<void> | undefined;
  #discarded = false;

  constructor(options: KeptStartOptions) {
    const { kind, ending, fingerprint, log, folder = getCompileCacheDir() } = options;
    this.#options = options;
    this.#log = log;
    this.#folder = folder;
    this.#name = `${kind}-${fingerprint.slice(0, 32)}.${ending}`;
  }

  /** The file to start from, if it exists. */
  find(): string | undefined {
    if (this.#folder === undefined || this.#discarded) return undefined;
    const path = join(this.#folder, this.#name);
    return existsSync(path) ? path : undefined;
  }

  /** Makes the file in the background, once, if there is none. It never fails, because no build depends on it. */
  async take(): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined || this.#discarded || this.#taking !== undefined || this.find() !== undefined)
      return this.#taking;
    this.#taking = this.#take(folder).catch((error: unknown) => {
      const { kind } = this.#options;
      if (!this.#stop.signal.aborted)
        this.#log.warn({ err: error, kind }, "no file could be made that build processes start from");
    });
    return this.#taking;
  }

  /**
   * Removes a file from which a process failed to start. This worker then starts from sources; the next worker may make
   * another.
   */
  discard(path: string): void {
    this.#discarded = true;
    this.#log.warn({ path }, "a build process did not start from its file");
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
      const taken = join(own, "taken");
      const { make, longestMs = usualLongestMs } = this.#options;
      await make(own, taken, AbortSignal.any([this.#stop.signal, AbortSignal.timeout(longestMs)]));
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
    const { kind, ending } = this.#options;
    const others = new RegExp(`^${kind}-[0-9a-f]+\\.${ending}$`);
    const names = (await readdir(folder)).filter((one) => others.test(one) && one !== this.#name);
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        return { path, takenMs: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
      }),
    );
    found.sort((a, b) => b.takenMs - a.takenMs);
    for (const { path } of found.slice(keptOthers)) await rm(path, { force: true });
  }
}
