import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** One call of the traffic, in `performance.now()` milliseconds. */
export interface Call {
  requestId: string;
  began: number;
  ended: number;
  /** The status of the response; 0 without one. */
  status: number;
  why: string;
}

export interface TrafficOptions {
  /** Returns the status; rejects without a response. */
  call: (requestId: string) => Promise<number>;
  loops?: number;
  betweenMs?: number;
}

/** Runs loops of calls in parallel until it is stopped, and keeps each result. */
export class Traffic {
  readonly calls: Call[] = [];
  readonly #options: TrafficOptions;
  readonly #name = `call-${randomBytes(4).toString("hex")}`;
  readonly #running: Promise<unknown>;
  #over = false;
  #made = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.#running = Promise.all(Array.from({ length: options.loops ?? 4 }, () => this.#loop()));
  }

  async #loop(): Promise<void> {
    while (!this.#over) {
      const requestId = `${this.#name}-${(this.#made += 1)}`;
      const began = performance.now();
      let status = 0;
      let why = "";
      try {
        status = await this.#options.call(requestId);
      } catch (error) {
        why = String((error as Error).cause ?? error);
      }
      this.calls.push({ requestId, began, ended: performance.now(), status, why });
      await delay(this.#options.betweenMs ?? 15);
    }
  }

  get answered(): Call[] {
    return this.calls.filter(({ status }) => status === 200);
  }

  get failed(): Call[] {
    return this.calls.filter(({ status }) => status !== 200);
  }

  /** How long after `moment` calls still failed, counting those that began and ended between then and `until`. */
  recovery(moment: number, until = Infinity): number {
    const later = this.failed.filter(({ began, ended }) => began >= moment && ended < until);
    return Math.max(0, ...later.map(({ ended }) => ended - moment));
  }

  /** The median duration of these calls. */
  static median(calls: readonly Call[]): number {
    const took = calls.map(({ began, ended }) => ended - began).toSorted((a, b) => a - b);
    return took[Math.floor(took.length / 2)] ?? 0;
  }

  async stop(): Promise<this> {
    this.#over = true;
    await this.#running;
    return this;
  }
}

/** The failures as a readable list: each result and its count. */
export function describeFailures(calls: readonly Call[]): string {
  const counts = new Map<string, number>();
  for (const { status, why } of calls) counts.set(`${status} ${why}`, (counts.get(`${status} ${why}`) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} × ${what.trim()}`).join(", ");
}
