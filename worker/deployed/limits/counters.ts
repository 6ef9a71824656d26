import { mostAsks, type LimitAsk } from "@ferrule/contract/internal/limits.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { LRUCache } from "lru-cache";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";
import { Counter } from "./counter.ts";
import { Remembered, type LastKnown } from "./last-known.ts";
import type { Limit } from "./limit.ts";

export interface CountersOptions {
  client: Pick<ControlPlaneClient, "askLimits">;
  log: Log;
  /** Called when the control plane did not answer in time, so this worker used only its share. */
  unanswered: () => void;
  /** The knowledge from before this process began; default: none. */
  lastKnown?: LastKnown;
  /** How many limits it remembers; it forgets the least recently used first. */
  most?: number;
}

/** The memory for this many callers is about 30 MB. */
const usualMost = 50_000;
/** How long requests gather when nobody waits for them. */
const gatherMs = 100;
const tickMs = 1_000;
/** How long a silent control plane may delay a request. */
const timeoutMs = 500;

/** Whether the control plane may have counted the report, although its answer did not arrive. */
function mayHaveHeard(error: unknown): boolean {
  if (error instanceof ControlPlaneRefusal) return false;
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code !== "ECONNREFUSED" && code !== "UND_ERR_CONNECT_TIMEOUT";
}

/**
 * This worker's counters for limits that all workers share, and its messages to the control plane about them.
 */
export class Counters implements AsyncDisposable {
  readonly #options: CountersOptions;
  readonly #known: LRUCache<string, Counter>;
  /** The counters to ask about. */
  readonly #queue = new Set<Counter>();
  readonly #ticking: NodeJS.Timeout;
  #gathering: NodeJS.Timeout | null = null;
  #isSoon = false;
  #asking: Promise<void> | null = null;
  #isAway = false;
  readonly #lastKnown: NonNullable<CountersOptions["lastKnown"]>;

  constructor(options: CountersOptions) {
    this.#options = options;
    const { most = usualMost, lastKnown = new Remembered() } = options;
    this.#lastKnown = lastKnown;
    this.#known = new LRUCache({
      max: most,
      dispose: (counter) => {
        // Limits the number of counters from which nobody has taken for a long time.
        if (counter.leave() && this.#queue.size < 2 * most) this.#queue.add(counter);
        else this.#queue.delete(counter);
      },
    });
    this.#ticking = setInterval(() => this.#tick(), tickMs).unref();
  }

  get size(): number {
    return this.#known.size;
  }

  /** The counter of a limit. A changed limit gets a new counter. */
  of(limit: Limit): Counter {
    let counter = this.#known.get(limit.key);
    if (counter?.limit.limit !== limit.limit) {
      counter = new Counter(limit, this.#lastKnown);
      this.#known.set(limit.key, counter);
    }
    return counter;
  }

  /** How many workers share a limit while nobody answers about it; null: ask first. */
  alone(counter: Counter, now: number): number | null {
    return this.#isAway || counter.isAlone(now) ? this.#lastKnown.workers : null;
  }

  /** Asks the control plane about a counter soon; at once if a request waits. */
  ask(counter: Counter, isUrgent: boolean): void {
    this.#queue.add(counter);
    if (this.#isAway) return;
    if (isUrgent && !this.#isSoon) {
      this.#isSoon = true;
      setImmediate(() => this.#flush());
    } else this.#gathering ??= setTimeout(() => this.#flush(), gatherMs).unref();
  }

  #flush(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#gathering = null;
    this.#isSoon = false;
    if (this.#asking !== null || this.#queue.size === 0) return;
    this.#asking = this.#send().finally(() => {
      this.#asking = null;
      if (this.#queue.size > 0 && !this.#isAway) this.#flush();
    });
    unwaited(this.#asking, (err) =>
      this.#options.log.error({ err }, "the control plane could not be asked about limits"),
    );
  }

  /**
   * The next counters to ask about. It takes only one counter for each limit, because two would both learn of the same
   * rest.
   */
  #next(): Counter[] {
    const next = new Map<string, Counter>();
    for (const counter of this.#queue) {
      const { key } = counter.limit;
      if (next.size === mostAsks) break;
      if (next.has(key)) continue;
      next.set(key, counter);
      this.#queue.delete(counter);
    }
    return [...next.values()];
  }

  async #send(): Promise<void> {
    // After an outage, the first message requests nothing: if the answer came too late, its grant would be lost.
    const counters = this.#isAway ? [] : this.#next();
    const now = performance.now();
    const asks: LimitAsk[] = counters.map((counter) => counter.ask(now));
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const { workers, grants } = await this.#options.client.askLimits({ body: { asks }, signal });
      this.#lastKnown.workers = workers;
      this.#isAway = false;
      const heardAt = performance.now();
      for (const [at, counter] of counters.entries()) {
        const grant = grants[at] ?? null;
        if (grant === null) counter.unanswered(asks[at]!, heardAt, false);
        else counter.answered(grant, heardAt, workers);
      }
    } catch (err) {
      this.#noAnswer(counters, asks, err);
    }
  }

  #noAnswer(counters: readonly Counter[], asks: readonly LimitAsk[], err: unknown): void {
    if (!this.#isAway) {
      this.#options.log.warn({ err }, "the control plane does not count limits; this worker keeps to its share");
    }
    this.#isAway = true;
    this.#options.unanswered();
    const now = performance.now();
    const wasHeard = mayHaveHeard(err);
    for (const [at, counter] of counters.entries()) {
      counter.unanswered(asks[at]!, now, wasHeard);
      this.#queue.add(counter);
    }
    for (const counter of this.#queue) counter.letGo();
  }

  #tick(): void {
    const now = performance.now();
    for (const counter of this.#known.values()) if (counter.rest(now)) this.#queue.add(counter);
    this.#flush();
  }

  /** Gives back all requests in hand. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#ticking);
    await this.#asking;
    for (const counter of this.#known.values()) if (counter.leave()) this.#queue.add(counter);
    if (this.#queue.size > 0 && !this.#isAway) await this.#send();
    if (this.#gathering !== null) clearTimeout(this.#gathering);
  }
}
