import { setTimeout as delay } from "node:timers/promises";
import type { HeldAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { AttemptsInHand } from "./attempts-in-hand.ts";

const tickMs = 250;

const lost = () => new Error("The lease on the run was lost.");

/** Requests a renewal of all these leases. Resolves to the runs whose leases are lost. */
type Renew = (holding: HeldAttempt[], timeoutMs: number) => Promise<{ lost: string[] }>;

/**
 * The leases on the attempts in hand, which are renewed together. If an attempt loses its lease, the worker ends it.
 */
export class Leases {
  readonly #inHand: AttemptsInHand;
  readonly #ask: Renew;
  readonly #log: Log;
  #leaseMs = 15_000;
  #renewedAt = performance.now();

  constructor(inHand: AttemptsInHand, ask: Renew, log: Log) {
    this.#inHand = inHand;
    this.#ask = ask;
    this.#log = log;
  }

  get leaseMs(): number {
    return this.#leaseMs;
  }

  /** Call it when attempts arrive, with the length of their leases. */
  given(leaseMs: number): void {
    if (this.#inHand.size === 0) this.#renewedAt = performance.now();
    this.#leaseMs = leaseMs;
  }

  async renew(): Promise<void> {
    if (this.#inHand.size === 0) {
      this.#renewedAt = performance.now();
      return;
    }
    const holding = this.#inHand.list();
    try {
      const { lost: gone } = await this.#ask(holding, this.#leaseMs / 2);
      this.#renewedAt = performance.now();
      // An attempt that ended meanwhile is also listed as lost, but it is no longer in hand.
      for (const attempt of holding) if (gone.includes(attempt.runId)) this.#inHand.end(attempt, lost());
    } catch (error) {
      if (performance.now() - this.#renewedAt < this.#leaseMs) return;
      this.#log.warn({ err: error, runs: this.#inHand.size }, "the leases on runs have run out");
      this.#inHand.endAll(lost());
    }
  }

  async renewAgainAndAgain(signal: AbortSignal): Promise<void> {
    let begun = performance.now();
    while (!signal.aborted) {
      // Only the first attempts tell us the length of leases.
      await delay(Math.min(this.#leaseMs / 3, tickMs), undefined, { signal }).catch(() => undefined);
      if (signal.aborted || performance.now() - begun < this.#leaseMs / 3) continue;
      begun = performance.now();
      await this.renew();
    }
  }
}
