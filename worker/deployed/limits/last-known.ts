import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { readFile } from "node:fs/promises";
import type { Quota } from "@ferrule/contract/resources/policy-limits.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { keptLines } from "./kept-lines.ts";

/** A worker's last knowledge about quotas. */
export interface LastKnown {
  /** The number of workers. */
  workers: number;
  /**
   * How many requests of a quota this worker may let through by itself, in the current day or month; null when unknown.
   */
  shareOf: (key: string) => number | null;
  note: (key: string, period: Quota["period"], share: number) => void;
}

const line = z.tuple([z.string(), z.number(), z.number()]);
const ofWorkers = "workers";
const gatherMs = 100;
/** Room for as many callers as `Counters` remembers, with two quotas each. */
const most = 100_000;

function endOf(period: Quota["period"], now: number): number {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return period === "day" ? Date.UTC(year, month, at.getUTCDate() + 1) : Date.UTC(year, month + 1, 1);
}

function parseLine(text: string): z.infer<typeof line> | null {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    // This may be the incomplete last line of a worker that was killed.
    return null;
  }
}

/** Remembers only while the process lives. It needs room only for as many quotas as are granted at once. */
export class Remembered implements LastKnown {
  readonly #known = new LRUCache<string, { share: number; until: number }>({ max: most });
  readonly #changed: (key: string) => void;
  #workers = 1;

  constructor(changed: (key: string) => void = () => undefined) {
    this.#changed = changed;
  }

  get size(): number {
    return this.#known.size;
  }

  get workers(): number {
    return this.#workers;
  }

  set workers(count: number) {
    if (count === this.#workers) return;
    this.#workers = count;
    this.#changed(ofWorkers);
  }

  shareOf(key: string): number | null {
    const found = this.#known.get(key);
    return found === undefined || found.until <= sharedNow() ? null : found.share;
  }

  note(key: string, period: Quota["period"], share: number): void {
    this.#known.set(key, { share, until: endOf(period, sharedNow()) });
    this.#changed(key);
  }

  /** Reads the text of `textOf`; the last line for a key counts. */
  read(text: string): void {
    for (const each of text.split("\n")) {
      const [key, share, until] = parseLine(each) ?? [];
      if (key === undefined || share === undefined || until === undefined) continue;
      if (key === ofWorkers) this.#workers = Math.max(1, share);
      else if (until > sharedNow()) this.#known.set(key, { share, until });
    }
  }

  /** A line of `[key, share, end of the period in epoch milliseconds]` for each of these keys; null: all keys. */
  textOf(keys: Iterable<string> | null): string[] {
    return [...(keys ?? [ofWorkers, ...this.#known.keys()])].flatMap((key) => {
      if (key === ofWorkers) return [`${JSON.stringify([ofWorkers, this.#workers, 0])}\n`];
      const found = this.#known.peek(key);
      return found === undefined ? [] : [`${JSON.stringify([key, found.share, found.until])}\n`];
    });
  }
}

/** The same, but kept in `file` across restarts. A kill may lose the last tenth of a second. */
export async function openLastKnown(file: string, log: Log): Promise<LastKnown & AsyncDisposable> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const kept = keptLines(file, log);
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(() => {
      const some = remembered.textOf(changed);
      changed.clear();
      return kept.add(some, remembered.size, () => remembered.textOf(null));
    });
    return writing;
  }
  const remembered = new Remembered((key) => {
    changed.add(key);
    timer ??= setTimeout(
      () => unwaited(flush(), (err) => log.error({ err }, "quotas could not be noted")),
      gatherMs,
    ).unref();
  });
  remembered.read(await readFile(file, "utf8").catch(() => ""));
  return Object.assign(remembered, {
    [Symbol.asyncDispose]: () => (changed.size > 0 ? flush() : writing),
  });
}
