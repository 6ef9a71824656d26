import { readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { runtimeState } from "@ferrule/contract/internal/changes.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { z } from "zod";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";

const savedState = z.object({
  epoch: z.string(),
  sequence: z.number().int(),
  states: z.array(z.tuple([z.string(), runtimeState])),
});
export type SavedState = z.infer<typeof savedState>;

export interface StateFile extends AsyncDisposable {
  /**
   * The kept state, and the time (epoch ms) at which the control plane last confirmed it. Null if there is no usable
   * one.
   */
  read: () => Promise<{ state: SavedState; confirmedAt: number } | null>;
  /** Writes the result of `current` a little later. Calls in between share one write. */
  changed: (current: () => SavedState) => void;
  /** The control plane has confirmed that the kept state is current. */
  confirmed: () => void;
}

/** Changes come in bursts, and each write contains the whole state. */
const writeAfterMs = 100;

/**
 * The last state in DATA_DIR: a worker starts from it while the control plane is away. The file's mtime is the time of
 * the last contact.
 */
export function openStateFile(dataDir: string, log: Log): StateFile {
  const path = join(dataDir, "runtime-state.json");
  let current: (() => SavedState) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const state = current;
    current = undefined;
    if (state === undefined) return;
    try {
      await writeAtomically(path, JSON.stringify(state()));
    } catch (error) {
      log.warn({ err: error }, "could not keep the state");
    }
  }

  const writeNext = () => (writing = writing.then(write));

  return {
    async read() {
      try {
        const state = savedState.parse(JSON.parse(await readFile(path, "utf8")));
        return { state, confirmedAt: (await stat(path)).mtimeMs };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") log.warn({ err: error }, "the kept state is damaged");
        return null;
      }
    },
    changed(state) {
      current = state;
      timer ??= setTimeout(() => {
        unwaited(writeNext(), (error) => log.warn({ err: error }, "the state could not be kept"));
      }, writeAfterMs);
    },
    confirmed() {
      if (timer !== undefined) return;
      const now = new Date();
      utimes(path, now, now).catch(() => {});
    },
    async [Symbol.asyncDispose]() {
      await writeNext();
    },
  };
}
