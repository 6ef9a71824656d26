// Why: docs/decisions/leased-runs.md
import { setTimeout as delay } from "node:timers/promises";
import type { HeldAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { AttemptsInHand } from "./attempts-in-hand.ts";
import { Leases } from "./leases.ts";
import { reportEnd } from "./report-end.ts";
import type { Completion, RunQueue } from "./run-queue.ts";

export interface FollowLeasedRunsOptions<A extends HeldAttempt, C extends Completion> {
  queue: RunQueue<A, C>;
  workerId: string;
  /** How many attempts run at once. */
  concurrency: number;
  /** Whether this worker may start anything. We check it before we ask for runs. */
  ready: () => boolean;
  /** Runs an attempt, and returns the report for the control plane. */
  run: (attempt: A, signal: AbortSignal) => Promise<Omit<C, keyof Completion>>;
  log: Log;
}

export interface FollowingRuns {
  /** How many attempts this worker has. */
  inHand: () => number;
  /** Starts nothing new, and ends running attempts after `graceMs`. Resolves when all of them have been reported. */
  close: (graceMs: number) => Promise<void>;
}

/** This is small, so that workers share the due runs when many come at once. */
const mostAtOnce = 16;
const longestPauseMs = 1_000;
/** How long a stopping worker waits for the answer to its last request for runs. */
const lastQuestionMs = 2_000;

/** Claims attempts, and starts each new one. */
function createClaims<A extends HeldAttempt, C extends Completion>(
  { queue, workerId, run, log }: FollowLeasedRunsOptions<A, C>,
  stopping: AbortSignal,
) {
  const inHand = new AttemptsInHand();
  const renew = (holding: HeldAttempt[], timeoutMs: number) => queue.renew({ body: { workerId, holding }, timeoutMs });
  const leases = new Leases(inHand, renew, log);

  async function runOne(attempt: A, signal: AbortSignal): Promise<void> {
    try {
      const end = await run(attempt, signal);
      if (signal.aborted && !stopping.aborted) return;
      const body = { workerId, attempt: attempt.attempt, ...end } as unknown as C;
      const report = () => queue.complete({ params: { id: attempt.runId }, body });
      await reportEnd(attempt.runId, report, { log, signal: AbortSignal.timeout(2 * leases.leaseMs) });
    } catch (error) {
      log.error({ err: error, queue: queue.name, runId: attempt.runId }, "a run could not be completed");
    }
  }

  const claim = async (max: number, signal: AbortSignal): Promise<void> => {
    const { attempts, leaseMs } = await queue.claim({ body: { workerId, max, holding: inHand.list() }, signal });
    leases.given(leaseMs);
    const fresh = attempts.filter((attempt) => inHand.begin(attempt, (signal) => runOne(attempt, signal)));
    if (attempts.length > 0 && fresh.length === 0)
      throw new Error("The control plane sent only runs that this worker has already.");
  };
  return { inHand, leases, claim };
}

/**
 * Requests attempts from the control plane, runs each once, and reports its end. Each request lists the attempts that
 * this worker has. So the control plane repeats a lost response, and the worker does not start an attempt twice. If an
 * attempt loses its lease, the worker ends it, because another worker may have the run by then.
 */
export function followLeasedRuns<A extends HeldAttempt, C extends Completion>(
  options: FollowLeasedRunsOptions<A, C>,
): FollowingRuns {
  const { queue, concurrency, ready, log } = options;
  const stop = new AbortController();
  const { signal } = stop;
  const { claim, inHand, leases } = createClaims(options, signal);
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);

  async function follow(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const room = concurrency - inHand.size;
      if (room <= 0 || !ready()) {
        await (room <= 0 ? Promise.race([...inHand.ends(), pause(100)]) : pause(100));
        continue;
      }
      try {
        await claim(Math.min(room, mostAtOnce), signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        if (failures === 2) log.warn({ err: error, queue: queue.name }, "runs cannot be claimed");
        await pause(Math.min(10 * 2 ** failures, longestPauseMs) * (0.5 + Math.random() / 2));
      }
    }
  }

  const over = new AbortController();
  const following = follow();
  const renewing = leases.renewAgainAndAgain(over.signal);
  return {
    inHand: () => inHand.size,
    async close(graceMs) {
      stop.abort();
      await following;
      // The abandoned request may have got a response, and this worker must run the attempts in it.
      await claim(0, AbortSignal.timeout(lastQuestionMs)).catch((error: unknown) =>
        log.debug({ err: error }, "nothing more could be asked"),
      );
      const ends = Promise.all(inHand.ends());
      await Promise.race([ends, delay(graceMs, undefined, { ref: false })]);
      inHand.endAll(new Error("The worker is stopping."));
      await ends;
      over.abort();
      await renewing;
    },
  };
}
