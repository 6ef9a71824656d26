import type { Bounds } from "../bounds.ts";

/** Why an upstream was ejected: calls failed in it, or it answered probes far later than the others. */
export type EjectionReason = "failures" | "latency";

/** The gateway's memory of one upstream's calls and probes. It decides whether to eject the upstream, and for how long. */
export class Conduct {
  /** Unset while it takes calls. */
  ejectedFor: EjectionReason | undefined;
  /** The time of the latest answered probe, in milliseconds; unset before the first. */
  probeMs: number | undefined;
  readonly #bounds: Bounds;
  #failures = 0;
  #countedAt = Number.NEGATIVE_INFINITY;
  #slowProbes = 0;
  /** How many times it was ejected without a calm time in between. */
  #times = 0;
  #ejectedUntil = Number.NEGATIVE_INFINITY;
  /** It has come back, and has not answered a call yet. */
  #isOnTrial = false;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** It answered a call. */
  succeeded(): void {
    this.#failures = 0;
    this.#isOnTrial = false;
  }

  /**
   * A call failed in it, through no fault of the call. Calls that one broken connection ends together count once.
   * @returns whether it should be ejected
   */
  failed(now: number): boolean {
    const { failuresApartMs, ejectAfterFailures } = this.#bounds;
    if (now - this.#countedAt < failuresApartMs) return false;
    this.#countedAt = now;
    this.#failures += 1;
    return this.#failures >= (this.#isOnTrial ? 1 : ejectAfterFailures);
  }

  /**
   * It answered a probe after `tookMs`. `usualMs`: how long the others take; unset when there are no others.
   * @returns whether it should be ejected
   */
  probed(tookMs: number, usualMs: number | undefined): boolean {
    const { slowProbeMs, slowProbeFactor, ejectAfterSlowProbes } = this.#bounds;
    this.probeMs = tookMs;
    const isSlow = usualMs !== undefined && tookMs > slowProbeMs && tookMs > usualMs * slowProbeFactor;
    this.#slowProbes = isSlow ? this.#slowProbes + 1 : 0;
    return this.#slowProbes >= ejectAfterSlowProbes;
  }

  /**
   * Takes no calls for a time that doubles with each ejection. After `ejectForgottenMs` without one, it begins anew.
   */
  eject(reason: EjectionReason, now: number): void {
    const { ejectMs, ejectMostMs, ejectForgottenMs } = this.#bounds;
    if (now - this.#ejectedUntil > ejectForgottenMs) this.#times = 0;
    this.ejectedFor = reason;
    this.#ejectedUntil = now + Math.min(ejectMs * 2 ** this.#times, ejectMostMs);
    this.#times = Math.min(this.#times + 1, 30);
  }

  /** Whether its time and its latest probe allow it to come back. */
  mayReturn(now: number): boolean {
    return this.ejectedFor !== undefined && now >= this.#ejectedUntil && this.#slowProbes === 0;
  }

  /** It takes calls again. The first one that fails ejects it once more. */
  back(): void {
    this.ejectedFor = undefined;
    this.#failures = 0;
    this.#isOnTrial = true;
  }

  /** It is gone in any case, for example because it restarts. Whatever comes back is another process. */
  left(): void {
    this.ejectedFor = undefined;
    this.#failures = 0;
    this.#slowProbes = 0;
    this.#isOnTrial = false;
    this.probeMs = undefined;
  }
}
