import type { Log } from "@ferrule/kit/log.ts";
import type { Authorities } from "@ferrule/kit/tls/follow-authorities.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { EjectionReason } from "../balance/conduct.ts";
import { eject, takingCalls, usualProbeMs } from "./eject.ts";
import { pickOne } from "./pick.ts";
import type { Bounds } from "../bounds.ts";
import { followAddresses } from "./follow-addresses.ts";
import { Upstream } from "./upstream.ts";

interface UpstreamsOptions {
  /** Several origins, or one whose DNS name may resolve to several. */
  urls: readonly string[];
  probePath: "/health" | "/ready";
  inFrames: boolean;
  internalApiToken: string;
  /** The authorities of their certificates; unset: those that Node knows. */
  authorities?: Authorities | undefined;
  bounds: Bounds;
  log: Log;
}

/** The processes that can take one kind of call; chooses between them. */
export class Upstreams {
  #all = new Map<string, Upstream>();
  /** How many ejections there were. */
  readonly ejections: Record<EjectionReason, number> = { failures: 0, latency: 0 };
  /** Those that take calls. Rebuilt only when they change, so that a choice allocates nothing. */
  #healthy: Upstream[] = [];
  #waiting = new Set<() => void>();
  #stopFollowing: (() => void) | undefined;
  readonly #options: UpstreamsOptions;

  constructor(options: UpstreamsOptions) {
    this.#options = options;
    const [only] = options.urls;
    if (options.urls.length === 1 && only !== undefined) {
      this.#stopFollowing = followAddresses(only, options.bounds.resolveIntervalMs, options.log, (origins) =>
        this.#set(origins, new URL(only).hostname),
      );
    } else {
      this.#set(options.urls.map((url) => new URL(url).origin));
    }
  }

  get all(): Iterable<Upstream> {
    return this.#all.values();
  }

  get healthyCount(): number {
    return this.#healthy.length;
  }

  /** Chooses one that takes calls, except those in `tried` and those at their limit. */
  choose(tried: readonly Upstream[]): Upstream | undefined {
    const bound = this.#options.bounds.callsPerUpstream;
    let candidates = this.#healthy;
    const first = candidates[0];
    if (candidates.length === 1 && tried.length === 0 && first !== undefined && first.inFlight < bound) return first;
    if (tried.length > 0 || candidates.some((one) => one.inFlight >= bound)) {
      candidates = candidates.filter((one) => one.inFlight < bound && !tried.includes(one));
    }
    return pickOne(candidates);
  }

  /** Calls back when one is healthy: at once if one already is, and after `timeoutMs` at the latest. */
  whenHealthy(timeoutMs: number, callback: () => void): void {
    if (this.#healthy.length > 0) return queueMicrotask(callback);
    const done = () => {
      clearTimeout(timer);
      this.#waiting.delete(done);
      callback();
    };
    const timer = setTimeout(done, timeoutMs);
    this.#waiting.add(done);
  }

  #set(origins: readonly string[], servername?: string): void {
    const { urls: _, ...shared } = this.#options;
    for (const [origin, upstream] of this.#all) {
      if (origins.includes(origin)) continue;
      this.#all.delete(origin);
      unwaited(upstream.close(shared.bounds.answerTimeoutMs), (error) =>
        shared.log.warn({ upstream: origin, err: error }, "an upstream could not be left in order"),
      );
    }
    for (const origin of origins) {
      if (this.#all.has(origin)) continue;
      // If the origin has a name, we use that name in TLS; an IP address is not a name that TLS could use.
      const { protocol, hostname } = new URL(origin);
      const isNamed = servername !== undefined && servername !== hostname && protocol === "https:";
      const named = isNamed ? { servername } : {};
      this.#all.set(origin, new Upstream({ origin, ...this.#watch, ...shared, ...named }));
    }
    this.#refresh();
  }

  /** Each upstream's own report. */
  readonly #watch = {
    onHealthChange: () => this.#refresh(),
    usualProbeMs: (upstream: Upstream) => usualProbeMs(this.#all.values(), upstream),
    onMisconduct: (upstream: Upstream, reason: EjectionReason) => {
      if (!eject(this.#all.values(), upstream, reason, this.#options.log)) return;
      this.ejections[reason] += 1;
      this.#refresh();
    },
    onReturn: (upstream: Upstream) => {
      upstream.takeBack();
      this.#options.log.info({ upstream: upstream.origin }, "upstream takes calls again");
      this.#refresh();
    },
  };

  #refresh(): void {
    this.#healthy = takingCalls(this.#all.values());
    if (this.#healthy.length > 0) this.#wake();
  }

  /** Wakes only those waiting now; a call that again finds nothing must queue again. */
  #wake(): void {
    const waiting = [...this.#waiting];
    for (const callback of waiting) callback();
  }

  async close(graceMs: number): Promise<void> {
    this.#stopFollowing?.();
    this.#wake();
    await Promise.all([...this.#all.values()].map((upstream) => upstream.close(graceMs)));
  }
}
