import { setTimeout as delay } from "node:timers/promises";
import {
  cronClaimAnswer,
  cronRenewalAnswer,
  type CronAttempt,
  type HeldAttempt,
} from "@ferrule/contract/internal/cron-runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { LRUCache } from "lru-cache";
import { ControlPlaneRefusal, type ControlPlaneClient } from "../control-plane-client/control-plane-client.ts";
import type { AttemptEnd } from "./run-attempt.ts";

export interface FollowCronRunsOptions {
  client: Pick<ControlPlaneClient, "request">;
  workerId: string;
  /** How many attempts run at once. */
  concurrency: number;
  /** Whether this worker may begin something; asked before it asks for runs. */
  ready: () => boolean;
  run: (attempt: CronAttempt, signal: AbortSignal) => Promise<AttemptEnd>;
  log: Log;
}

export interface FollowingCronRuns {
  /** Begins nothing new, and ends what runs after `graceMs`; resolves when all of it has been reported. */
  close: (graceMs: number) => Promise<void>;
}

/** Small, so that workers share what comes due at once. */
const mostAtOnce = 16;
const heldTimeoutMs = 40_000;
const longestPauseMs = 1_000;
/** How long a worker that stops waits for the answer to its last question. */
const lastQuestionMs = 2_000;
/** More than a control plane can give again. */
const remembered = 10_000;

const keyOf = ({ runId, attempt }: HeldAttempt) => `${runId}:${attempt}`;

/**
 * Asks the control plane for attempts of cron runs, runs each once, and reports how it ended. What it has in hand it says
 * with each question: an answer that got lost is given again, and an attempt that it has seen is refused. An attempt whose
 * lease is lost is ended, because another worker may have the run by then.
 */
export function followCronRuns(options: FollowCronRunsOptions): FollowingCronRuns {
  const { client, workerId, concurrency, ready, run, log } = options;
  const stop = new AbortController();
  const seen = new LRUCache<string, true>({ max: remembered });
  const inHand = new Map<string, { attempt: CronAttempt; controller: AbortController; done: Promise<void> }>();
  let leaseMs = 15_000;
  let renewedAt = performance.now();

  const holding = (): HeldAttempt[] =>
    [...inHand.values()].map(({ attempt: { runId, attempt } }) => ({ runId, attempt }));
  const post = (path: string, body: object, more: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
    client.request({ method: "POST", path: `/internal/cron-runs/${path}`, body: { workerId, ...body }, ...more });

  /** Until the control plane has it, or says that it is no longer ours. */
  async function report({ runId, attempt }: CronAttempt, end: AttemptEnd, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        await post(`${runId}/complete`, { attempt, ...end });
        return;
      } catch (error) {
        if (error instanceof ControlPlaneRefusal && error.status < 500) return;
        if (failures === 0) log.warn({ err: error, runId }, "a cron run's end cannot be reported yet");
        await delay(Math.min(50 * 2 ** failures, longestPauseMs), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function runOne(attempt: CronAttempt, controller: AbortController): Promise<void> {
    try {
      const end = await run(attempt, controller.signal);
      const isLost = controller.signal.aborted && !stop.signal.aborted;
      if (!isLost) await report(attempt, end, AbortSignal.timeout(2 * leaseMs));
    } catch (error) {
      log.error({ err: error, runId: attempt.runId }, "a cron run could not be carried through");
    } finally {
      inHand.delete(keyOf(attempt));
    }
  }

  /** Whether any of them is new: one that has been seen is refused. */
  function begin(attempts: readonly CronAttempt[]): boolean {
    let fresh = false;
    for (const attempt of attempts) {
      const key = keyOf(attempt);
      if (seen.has(key)) continue;
      seen.set(key, true);
      fresh = true;
      const controller = new AbortController();
      const held = { attempt, controller, done: Promise.resolve() };
      inHand.set(key, held);
      held.done = runOne(attempt, controller);
    }
    return fresh;
  }

  async function claim(max: number, signal: AbortSignal): Promise<void> {
    const asked = { max, holding: holding() };
    const answer = cronClaimAnswer.parse(await post("claim", asked, { timeoutMs: heldTimeoutMs, signal }));
    if (inHand.size === 0) renewedAt = performance.now();
    leaseMs = answer.leaseMs;
    if (!begin(answer.attempts) && answer.attempts.length > 0)
      throw new Error("Only runs that have been seen were given.");
  }

  async function follow(): Promise<void> {
    let failures = 0;
    while (!stop.signal.aborted) {
      const room = concurrency - inHand.size;
      if (room <= 0 || !ready()) {
        const ends = [...inHand.values()].map(({ done }) => done);
        const pause = delay(100, undefined, { signal: stop.signal }).catch(() => undefined);
        await (room <= 0 ? Promise.race([...ends, pause]) : pause);
        continue;
      }
      try {
        await claim(Math.min(room, mostAtOnce), stop.signal);
        failures = 0;
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        if (failures === 2) log.warn({ err: error }, "cron runs cannot be claimed");
        const pauseMs = Math.min(10 * 2 ** failures, longestPauseMs) * (0.5 + Math.random() / 2);
        await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    }
  }

  async function renew(): Promise<void> {
    if (inHand.size === 0) {
      renewedAt = performance.now();
      return;
    }
    const asked = holding();
    try {
      const { lost } = cronRenewalAnswer.parse(await post("renew", { holding: asked }, { timeoutMs: leaseMs / 2 }));
      renewedAt = performance.now();
      // What has ended meanwhile is no longer ours either, and no longer in hand.
      for (const { runId, attempt } of asked.filter((one) => lost.includes(one.runId)))
        inHand.get(keyOf({ runId, attempt }))?.controller.abort(new Error("The lease on the run was lost."));
    } catch (error) {
      if (performance.now() - renewedAt < leaseMs) return;
      log.warn({ err: error, runs: inHand.size }, "the leases on cron runs have run out");
      for (const { controller } of inHand.values()) controller.abort(new Error("The lease on the run was lost."));
    }
  }

  async function renewAgainAndAgain(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(leaseMs / 3, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await renew();
    }
  }

  const over = new AbortController();
  const following = follow();
  const renewing = renewAgainAndAgain(over.signal);
  return {
    async close(graceMs) {
      stop.abort();
      await following;
      // What the question just given up was answered with is ours to run.
      await claim(0, AbortSignal.timeout(lastQuestionMs)).catch((error: unknown) =>
        log.debug({ err: error }, "nothing more could be asked"),
      );
      const ends = Promise.all([...inHand.values()].map(({ done }) => done));
      await Promise.race([ends, delay(graceMs, undefined, { ref: false })]);
      for (const { controller } of inHand.values()) controller.abort(new Error("The worker is stopping."));
      await ends;
      over.abort();
      await renewing;
    },
  };
}
