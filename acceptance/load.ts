import { setTimeout as delay } from "node:timers/promises";

/** The result of one call: the version that responded, the error, or a mixture of two versions. */
export interface Answered {
  failed?: string | undefined;
  mixed?: string | undefined;
  deploymentId?: string;
  version?: number;
  /** The version in a list of tools. */
  listed?: number;
}

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
/** A pause, so that the load is limited and we do not measure the queue of a full machine. */
const betweenMs = full ? 10 : 30;
/** The pause of the loop that watches for a change; it limits how exactly we know its time. */
const watchedMs = full ? 1 : 10;

const attempt = (call: () => Promise<Answered>): Promise<Answered> =>
  call().catch((error: unknown) => ({ failed: String((error as Error).cause ?? error) }));

/** Makes these calls in `loops` parallel loops until it is stopped, and keeps each result. */
export function startLoad(calls: readonly (() => Promise<Answered>)[], loops: number) {
  const answers: Answered[] = [];
  const durations: number[] = [];
  const state = { over: false };
  async function loop(start: number): Promise<void> {
    for (let n = start; !state.over; n += 1) {
      const call = calls[n % calls.length];
      const began = performance.now();
      if (call) answers.push(await attempt(call));
      durations.push(performance.now() - began);
      await delay(betweenMs);
    }
  }
  const running = Promise.all(Array.from({ length: loops }, (_, index) => loop(index)));
  return {
    answers,
    get failures(): string[] {
      return answers.flatMap(({ failed }) => failed ?? []);
    },
    /** The durations of calls, for the figures that a test prints. */
    percentiles(): string {
      const sorted = durations.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
      return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
    },
    async stop(): Promise<void> {
      state.over = true;
      await running;
    },
  };
}

/**
 * Asks each worker again and again; `until` returns when each of them first gave this response, as `performance.now()`.
 */
export function watchWorkers<T>(workers: readonly (() => Promise<T | undefined>)[]) {
  const state = { over: false };
  const firstSeen = workers.map(() => new Map<T, number>());
  const watching = Promise.all(
    workers.map(async (ask, index) => {
      while (!state.over) {
        const answer = await ask().catch(() => undefined);
        const seen = firstSeen[index];
        if (answer !== undefined && seen && !seen.has(answer)) seen.set(answer, performance.now());
        await delay(watchedMs);
      }
    }),
  );
  return {
    async until(answer: T, withinMs: number): Promise<number[]> {
      const giveUpAt = performance.now() + withinMs;
      try {
        for (;;) {
          const times = firstSeen.flatMap((seen) => seen.get(answer) ?? []);
          if (times.length === workers.length) return times;
          if (performance.now() > giveUpAt) throw new Error(`Not every worker answers ${String(answer)}.`);
          await delay(watchedMs);
        }
      } finally {
        state.over = true;
        await watching;
      }
    },
  };
}
