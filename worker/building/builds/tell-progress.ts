import type { BuildFunction } from "@ferrule/contract/internal/jobs.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { BuildOutcome } from "./cache/result-cache.ts";

interface Listeners {
  onProgress?: (done: number, total: number, step: string) => void;
  onLog?: (level: LogEntry["level"], message: string) => void;
  /** The number of further Functions in the deployment that are already built. */
  kept?: number | undefined;
}

/**
 * Reports a build's progress. Functions that were built before are counted, not named: a thousand of them would be a
 * thousand lines in each deployment's log. Diagnostics are part of the build's result, so this does not report them.
 */
export function tellProgress(sent: number, { onProgress, onLog, kept = 0 }: Listeners, signal: AbortSignal) {
  const total = kept + sent;
  let done = kept;
  // Not "unchanged": a check or a preview may have built what changed since the last deployment.
  let known = kept;
  const count = (one: BuildFunction, outcome: BuildOutcome): BuildOutcome => {
    if (signal.aborted) return outcome;
    done += 1;
    onProgress?.(done, total, one.slug);
    return outcome;
  };
  return {
    /** Counts a Function whose result was already known. */
    kept(one: BuildFunction, outcome: BuildOutcome): BuildOutcome {
      known += 1;
      return count(one, outcome);
    },
    built(one: BuildFunction, outcome: BuildOutcome): BuildOutcome {
      if (!signal.aborted && outcome.bundle !== null)
        onLog?.("info", `${one.slug}: built, ${outcome.bundle.code.length} bytes`);
      return count(one, outcome);
    },
    end(): void {
      if (known > 0)
        onLog?.("info", `${known} of ${total} builds are from earlier, because the same text was built before.`);
    },
  };
}
