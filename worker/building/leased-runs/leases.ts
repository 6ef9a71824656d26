// Why: docs/decisions/leased-runs.md
import { setTimeout as delay } from "node:timers/promises";
import type { HeldAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { AttemptsInHand, LeaseEnd } from "./attempts-in-hand.ts";

const tickMs = 250;
const againMs = 50;

const lost = () => new Error("The lease on the run was lost.");

/** Requests a renewal of all these leases. Resolves to the runs whose leases are lost. */
type Renew = (holding: HeldAttempt[], timeoutMs: number) => Promise<{ lost: string[] }>;

/**
 * The leases on the attempts in hand, which are renewed together. If an attempt loses its lease, the worker ends it.
 *
 * A lease begins between the request for it and the answer. The worker may have been stopped in between, so only the
 * time of the request says for how long nobody else can have the attempt.
 */
export class Leases {
  readonly #inHand: AttemptsInHand;
  readonly #ask: Renew;
  readonly #log: Log;
  readonly #now: () => number;
  #leaseMs = 15_000;
  #renewing: Promise<void> | undefined;

  /** @param now monotonic, in milliseconds */
  constructor(inHand: AttemptsInHand, ask: Renew, log: Log, now: () => number = () => performance.now()) {
    this.#inHand = inHand;
    this.#ask = ask;
    this.#log = log;
    this.#now = now;
  }

  get leaseMs(): number {
    return this.#leaseMs;
  }

  /** Call it when attempts arrive, with the length of their leases. Returns the ends of these. */
  given(leaseMs: number, askedAt: number): LeaseEnd {
    this.#leaseMs = leaseMs;
    return this.#endOf(askedAt);
  }

  #endOf = (askedAt: number): LeaseEnd => ({ sure: askedAt + this.#leaseMs, most: this.#now() + this.#leaseMs });

  /** Whether an attempt is in hand, and its lease cannot be over. */
  isSure(attempt: HeldAttempt): boolean {
    return this.#now() < (this.#inHand.leaseOf(attempt)?.sure ?? -Infinity);
  }

  /** Renews a lease that may be over. Resolves when it is sure, or when `signal` aborts because it is lost. */
  async settle(attempt: HeldAttempt, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isSure(attempt)) {
      await this.renew();
      // It failed, or began before this attempt came.
      if (!this.isSure(attempt)) await delay(againMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Renews all leases. Callers share the renewal that is under way. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renewAll().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewAll(): Promise<void> {
    if (this.#inHand.size === 0) return;
    const holding = this.#inHand.list();
    const askedAt = this.#now();
    try {
      const { lost: gone } = await this.#ask(holding, this.#leaseMs / 2);
      for (const attempt of holding) {
        // An attempt that ended meanwhile is also listed as lost, but it is no longer in hand.
        if (gone.includes(attempt.runId)) this.#inHand.end(attempt, lost());
        else this.#inHand.renewed(attempt, this.#endOf(askedAt));
      }
    } catch (error) {
      const now = this.#now();
      const over = holding.filter((attempt) => now >= (this.#inHand.leaseOf(attempt)?.most ?? Infinity));
      if (over.length === 0) return;
      this.#log.warn({ err: error, runs: over.length }, "the leases on runs have run out");
      for (const attempt of over) this.#inHand.end(attempt, lost());
    }
  }

  async renewAgainAndAgain(signal: AbortSignal): Promise<void> {
    let begun = this.#now();
    while (!signal.aborted) {
      // Only the first attempts tell us the length of leases.
      await delay(Math.min(this.#leaseMs / 3, tickMs), undefined, { signal }).catch(() => undefined);
      if (signal.aborted || this.#now() - begun < this.#leaseMs / 3) continue;
      begun = this.#now();
      await this.renew();
    }
  }
}
