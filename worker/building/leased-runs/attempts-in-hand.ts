import type { HeldAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { LRUCache } from "lru-cache";

/** More attempts than a control plane can hand out again. */
const remembered = 10_000;

const keyOf = ({ runId, attempt }: HeldAttempt) => `${runId}:${attempt}`;

interface Held {
  attempt: HeldAttempt;
  controller: AbortController;
  done: Promise<void>;
}

/** The attempts that this worker runs. It never starts an attempt twice. */
export class AttemptsInHand {
  readonly #seen = new LRUCache<string, true>({ max: remembered });
  readonly #held = new Map<string, Held>();

  get size(): number {
    return this.#held.size;
  }

  /** The attempts, as reported to the control plane. */
  list(): HeldAttempt[] {
    return [...this.#held.values()].map(({ attempt: { runId, attempt } }) => ({ runId, attempt }));
  }

  /** Begins an attempt, unless it is already known; returns whether it was new. `run` must not reject. */
  begin(attempt: HeldAttempt, run: (signal: AbortSignal) => Promise<void>): boolean {
    const key = keyOf(attempt);
    if (this.#seen.has(key)) return false;
    this.#seen.set(key, true);
    const controller = new AbortController();
    const held: Held = { attempt, controller, done: Promise.resolve() };
    this.#held.set(key, held);
    held.done = run(controller.signal).finally(() => this.#held.delete(key));
    return true;
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
