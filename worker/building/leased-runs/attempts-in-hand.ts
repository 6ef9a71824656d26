import type { HeldAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { RunMode } from "@ferrule/contract/states.ts";
import { LRUCache } from "lru-cache";
import { kindNames, kinds, type Kind } from "./places.ts";

/** More attempts than a control plane can hand out again. */
const remembered = 10_000;

/** An attempt is brief that ends within this time. */
const briefMs = 2_000;
/** After so many brief attempts of a kind in a row, the next ones will be brief, too. */
const enoughBrief = 16;

const kindOf = (mode: RunMode): Kind =>
  kindNames.find((kind) => (kinds[kind] as readonly RunMode[]).includes(mode)) ?? "runs";

const keyOf = ({ runId, attempt }: HeldAttempt) => `${runId}:${attempt}`;

type Begun = HeldAttempt & { mode: RunMode };

/** When the lease of an attempt ends, by `performance.now()`: not before `sure`, and not after `most`. */
export interface LeaseEnd {
  sure: number;
  most: number;
}

interface Held {
  attempt: Begun;
  begunAt: number;
  lease: LeaseEnd;
  controller: AbortController;
  done: Promise<void>;
}

/** The attempts that this worker runs. It never starts an attempt twice. */
export class AttemptsInHand {
  readonly #seen = new LRUCache<string, true>({ max: remembered });
  readonly #held = new Map<string, Held>();
  readonly #ended: () => void;
  /** How many attempts of a kind were brief since the last one that was not. */
  readonly #briefInRow = new Map<Kind, number>();

  /** @param ended called when an attempt is no longer in hand */
  constructor(ended: () => void = () => undefined) {
    this.#ended = ended;
  }

  get size(): number {
    return this.#held.size;
  }

  /** How many of them are of this kind. */
  readonly count = (kind: Kind): number => {
    let count = 0;
    for (const { attempt } of this.#held.values()) if (kindOf(attempt.mode) === kind) count += 1;
    return count;
  };

  /** Whether attempts of this kind are brief, as far as the latest ones show. */
  readonly isBrief = (kind: Kind): boolean => {
    if ((this.#briefInRow.get(kind) ?? 0) < enoughBrief) return false;
    const since = performance.now() - briefMs;
    for (const { attempt, begunAt } of this.#held.values())
      if (begunAt < since && kindOf(attempt.mode) === kind) return false;
    return true;
  };

  /** The attempts, as reported to the control plane. */
  list(): HeldAttempt[] {
    return [...this.#held.values()].map(({ attempt: { runId, attempt } }) => ({ runId, attempt }));
  }

  /** Begins an attempt, unless it is already known; returns whether it was new. `run` must not reject. */
  begin(attempt: Begun, lease: LeaseEnd, run: (signal: AbortSignal) => Promise<void>): boolean {
    const key = keyOf(attempt);
    if (this.#seen.has(key)) return false;
    this.#seen.set(key, true);
    const controller = new AbortController();
    const held: Held = { attempt, begunAt: performance.now(), lease, controller, done: Promise.resolve() };
    this.#held.set(key, held);
    held.done = run(controller.signal).finally(() => {
      this.#held.delete(key);
      const kind = kindOf(attempt.mode);
      const isBrief = performance.now() - held.begunAt < briefMs;
      this.#briefInRow.set(kind, isBrief ? (this.#briefInRow.get(kind) ?? 0) + 1 : 0);
      this.#ended();
    });
    return true;
  }

  /** Undefined if the attempt is not in hand. */
  leaseOf(attempt: HeldAttempt): LeaseEnd | undefined {
    return this.#held.get(keyOf(attempt))?.lease;
  }

  renewed(attempt: HeldAttempt, lease: LeaseEnd): void {
    const held = this.#held.get(keyOf(attempt));
    if (held !== undefined) held.lease = lease;
  }

  end(attempt: HeldAttempt, reason: Error): void {
    this.#held.get(keyOf(attempt))?.controller.abort(reason);
  }

  endAll(reason: Error): void {
    for (const { controller } of this.#held.values()) controller.abort(reason);
  }

  /** A promise for the end of each attempt that is in hand now. */
  ends(): Promise<void>[] {
    return [...this.#held.values()].map(({ done }) => done);
  }
}
