// Why: docs/decisions/tenants-take-turns.md
import { availableParallelism } from "node:os";
import { RenewedSet } from "@ferrule/kit/renewed-set.ts";

/**
 * The engine keeps one thread per core, plus one. Beyond that, it creates a thread for each turn, which costs more than
 * the turn (at 64 calls at once: 11,000 instead of 30,000 a second).
 */
const threads = availableParallelism() + 1;
/** A turn that takes longer gives up its place, so that an endless loop does not block the others. */
const shortMs = 4;
/** When turns run one at a time: how much CPU time each may use, and how long it may take. */
const narrowCpuMs = 25;
const narrowMs = 300;

interface Turn {
  startedAt: number;
  /** The process's CPU time when the turn began. Undefined: other turns ran when it began. */
  usage: NodeJS.CpuUsage | undefined;
}

type Run = () => Promise<unknown>;

/**
 * Runs as many concurrent turns as there are threads. Waiting tenants take turns, so that one tenant's calls do not
 * wait behind all calls of another. Within a tenant, turns keep their order. `isNarrow`: currently one turn at a time,
 * unless one takes long.
 */
export function createTurnGate(isNarrow: () => boolean = () => false) {
  /** By tenant, in the order of their turns. After its turn, a tenant goes to the end. */
  const waiting = new Map<string, Run[]>();
  const holders = new RenewedSet<Turn>();
  let timer: NodeJS.Timeout | undefined;

  const most = () => (isNarrow() ? 1 : threads);

  /** Whether a turn has held its place so long that others may run. */
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
      // It is added at the end, so the loop reaches it again.
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

  /** Runs a turn now, or when another one has ended or turned out to be long. `run` must not throw. */
  return (tenant: string, run: Run): void => {
    if (waiting.size === 0 && holders.size < most()) return begin(run);
    const runs = waiting.get(tenant);
    if (runs === undefined) waiting.set(tenant, [run]);
    else runs.push(run);
    timer ??= setTimeout(release, shortMs);
  };
}
