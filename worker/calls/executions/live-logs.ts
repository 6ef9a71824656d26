import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import { liveLogLimits, type LiveLog } from "@ferrule/contract/internal/workers.ts";
import type { Masker } from "../../ground/masking/masker.ts";
import type { RunningCalls } from "./running-calls.ts";

/** The latest entries that have at most so many characters as JSON. */
function latest(entries: readonly LogEntry[], mostChars: number): readonly LogEntry[] {
  let chars = 0;
  let from = entries.length;
  for (; from > 0 && entries.length - from < liveLogLimits.lines; from -= 1) {
    chars += JSON.stringify(entries[from - 1]).length;
    if (chars > mostChars) break;
  }
  return entries.slice(from);
}

/** A log as it was sent. A call that starts again begins a new list. */
interface Seen {
  entries: readonly LogEntry[] | undefined;
  count: number;
}

/** The logs of running calls that somebody watches. While nobody does, it does nothing. */
export class LiveLogs {
  readonly #calls: Pick<RunningCalls, "find">;
  readonly #masker: Pick<Masker, "logs">;
  #watched = new Map<string, Seen | null>();
  #told: readonly [string, Seen][] = [];

  constructor(calls: Pick<RunningCalls, "find">, masker: Pick<Masker, "logs">) {
    this.#calls = calls;
    this.#masker = masker;
  }

  /** The watched logs that have changed since the last ones that were taken, masked. */
  changed(): LiveLog[] {
    const told: [string, Seen][] = [];
    const logs: LiveLog[] = [];
    for (const [executionId, seen] of this.#watched) {
      const invocation = this.#calls.find(executionId);
      const entries = invocation?.written?.entries;
      if (invocation === undefined || entries === undefined) continue;
      if (seen !== null && seen.entries === entries && seen.count === entries.length) continue;
      told.push([executionId, { entries, count: entries.length }]);
      // A secret may be in parts, so we mask more than we show.
      const masked = this.#masker.logs(invocation, latest(entries, 2 * liveLogLimits.chars));
      const lines = [...latest(masked, liveLogLimits.chars)];
      logs.push({ executionId, lines, omitted: entries.length - lines.length });
    }
    this.#told = told;
    return logs;
  }

  /**
   * Notes that the control plane has taken the logs, and which ones it wants from now on. Returns whether there is a new
   * one among them.
   */
  taken(watched: readonly string[]): boolean {
    for (const [id, seen] of this.#told) this.#watched.set(id, seen);
    const before = this.#watched;
    this.#watched = new Map(watched.slice(0, liveLogLimits.calls).map((id) => [id, before.get(id) ?? null]));
    return watched.some((id) => !before.has(id));
  }
}
