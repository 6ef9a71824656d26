import { availableParallelism } from "node:os";

/**
 * The engine keeps a thread per core and one more; beyond that it makes a new thread for each turn, which costs more
 * than the turn (at 64 calls at once: 11,000 instead of 30,000 a second).
 */
const threads = availableParallelism() + 1;
/** A turn that takes longer than this gives its place away: whoever loops must not keep the others waiting. */
const shortMs = 4;
/** While turns are to be had one after another: what it may use of the processors, and how long it has for that at most. */
const narrowCpuMs = 25;
const narrowMs = 300;

interface Turn {
  startedAt: number;
  /** What the process had used when it began; undefined: it began beside others. */
  usage: NodeJS.CpuUsage | undefined;
}

type Run = () => Promise<unknown>;

/**
 * Lets as many turns run at once as there are threads. Tenants that wait take their turns one after another, so that
 * the calls of one do not wait behind all those of another; within a tenant it is the order in which they were asked for.
 * `isNarrow`: at the moment one at a time, as far as they are short.
 */
export function createTurnGate(isNarrow: () => boolean = () => false) {
  /** By tenant, in the order of their turns: whoever has had one goes to the end. */
  const waiting = new Map<string, Run[]>();
  const holders = new Set<Turn>();
  let timer: NodeJS.Timeout | undefined;

  const most = () => (isNarrow() ? 1 : threads);

  /** Whether a turn has had its place for so long that others may have theirs. */
  function isLong({ startedAt, usage }: Turn, now: number): boolean {
    if (usage === undefined) return now - startedAt >= shortMs;
    const used = process.cpuUsage(usage);
    return (used.user + used.system) / 1_000 >= narrowCpuMs || now - startedAt >= narrowMs;
  }

  function begin(run: Run): void {
    const turn: Turn = { startedAt: performance.now(), usage: isNarrow() ? process.cpuUsage() : undefined };
    holders.add(turn);
    const ended = () => {
      if (holders.delete(turn)) next();
    };
    run().then(ended, ended);
  }

  function next(): void {
    for (const [tenant, runs] of waiting) {
      if (holders.size >= most()) break;
      const run = runs.shift()!;
      waiting.delete(tenant);
      // The loop comes to it again: what is put back is at the end.
      if (runs.length > 0) waiting.set(tenant, runs);
      begin(run);
    }
    if (waiting.size > 0) timer ??= setTimeout(release, shortMs);
  }

  function release(): void {
    timer = undefined;
    const now = performance.now();
    for (const turn of holders) if (isLong(turn, now)) holders.delete(turn);
    next();
  }

  /** Runs a turn now, or when one of the others has ended or turned out to be long. `run` must not throw. */
  return (tenant: string, run: Run): void => {
    if (waiting.size === 0 && holders.size < most()) return begin(run);
    const runs = waiting.get(tenant);
    if (runs === undefined) waiting.set(tenant, [run]);
    else runs.push(run);
    timer ??= setTimeout(release, shortMs);
  };
}
