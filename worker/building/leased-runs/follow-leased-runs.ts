// Why: docs/decisions/leased-runs.md
import { setTimeout as delay } from "node:timers/promises";
import type { HeldAttempt, RunAttempt, RunCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";
import type { AttemptEnd } from "../runs/attempt-end.ts";
import type { HeldLease } from "../runs/held-lease.ts";
import { AttemptsInHand } from "./attempts-in-hand.ts";
import { Leases } from "./leases.ts";
import { kindNames, kinds, nextClaim, type Kind, type KindsClaim } from "./places.ts";
import { reportEnd } from "./report-end.ts";

export interface FollowLeasedRunsOptions {
  client: Pick<ControlPlaneClient, "claimRuns" | "renewRuns" | "completeRun">;
  workerId: string;
  /** How many attempts of all kinds run at once. */
  concurrency: number;
  /** Whether this worker may start anything. We check it before we ask for runs. */
  ready: () => boolean;
  /** Runs an attempt, and returns the report for the control plane. It asks the lease before its Function begins. */
  run: (attempt: RunAttempt, signal: AbortSignal, lease: HeldLease) => Promise<AttemptEnd>;
  log: Log;
}

export interface FollowingRuns {
  /** How many attempts of a kind this worker has. */
  inHand: (kind: Kind) => number;
  /** Starts nothing new, and ends running attempts after `graceMs`. Resolves when all of them have been reported. */
  close: (graceMs: number) => Promise<void>;
}

const longestPauseMs = 1_000;
/** How long a stopping worker waits for the answer to its last request for runs. */
const lastQuestionMs = 2_000;

/** Claims attempts, and starts each new one. */
function createClaims(
  { client, workerId, run, log }: FollowLeasedRunsOptions,
  stopping: AbortSignal,
  ended: () => void,
) {
  const inHand = new AttemptsInHand(ended);
  const renew = (holding: HeldAttempt[], timeoutMs: number) =>
    client.renewRuns({ body: { workerId, holding }, timeoutMs });
  const leases = new Leases(inHand, renew, log);

  async function runOne(attempt: RunAttempt, signal: AbortSignal): Promise<void> {
    const { runId: id, mode } = attempt;
    try {
      const lease = { isSure: () => leases.isSure(attempt), settle: () => leases.settle(attempt, signal) };
      await lease.settle();
      if (signal.aborted && !stopping.aborted) return;
      const end = await run(attempt, signal, lease);
      if (signal.aborted && !stopping.aborted) return;
      const body = { workerId, attempt: attempt.attempt, mode, ...end } as RunCompletion;
      const report = () => client.completeRun({ params: { id }, body });
      await reportEnd(id, report, { log, signal: AbortSignal.timeout(2 * leases.leaseMs) });
    } catch (error) {
      log.error({ err: error, mode, runId: id }, "a run could not be completed");
    }
  }

  const claim = async ({ kinds: asked, max }: KindsClaim, signal: AbortSignal): Promise<void> => {
    const modes = asked.flatMap((kind) => kinds[kind]);
    const body = { workerId, max, modes, holding: inHand.list() };
    const askedAt = performance.now();
    const { attempts, leaseMs } = await client.claimRuns({ body, signal });
    const lease = leases.given(leaseMs, askedAt);
    const fresh = attempts.filter((attempt) => inHand.begin(attempt, lease, (signal) => runOne(attempt, signal)));
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
export function followLeasedRuns(options: FollowLeasedRunsOptions): FollowingRuns {
  const { concurrency, ready, log } = options;
  const stop = new AbortController();
  const { signal } = stop;
  /** Looks for room again. */
  let wake = (): void => undefined;
  const { claim, inHand, leases } = createClaims(options, signal, () => wake());
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  const open = new Map<KindsClaim, Promise<void>>();
  let failures = 0;

  async function ask(claimed: KindsClaim): Promise<void> {
    try {
      await claim(claimed, signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      if (failures === 2) log.warn({ err: error }, "runs cannot be claimed");
      await pause(Math.min(10 * 2 ** failures, longestPauseMs) * (0.5 + Math.random() / 2));
    } finally {
      open.delete(claimed);
      wake();
    }
  }

  const woken = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      const next = ready() ? nextClaim(concurrency, inHand, [...open.keys()]) : null;
      if (next !== null) open.set(next, ask(next));
      else await (ready() ? woken() : pause(100));
    }
    await Promise.all(open.values());
  }

  const over = new AbortController();
  const following = follow();
  const renewing = leases.renewAgainAndAgain(over.signal);
  return {
    inHand: inHand.count,
    async close(graceMs) {
      stop.abort();
      wake();
      await following;
      // An abandoned request may have got a response, and this worker must run the attempts in it.
      await claim({ kinds: kindNames, max: 0 }, AbortSignal.timeout(lastQuestionMs)).catch((error: unknown) =>
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
