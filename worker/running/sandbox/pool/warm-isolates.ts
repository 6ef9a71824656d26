// Why: docs/decisions/few-hot-isolates.md
import { RenewedSet } from "@ferrule/kit/renewed-set.ts";
import type { PooledIsolate } from "../placement.ts";
import { lineMs, quickCalls, quickPenalty, sparingLineMs } from "../limits.ts";

/** The isolates for calls of one key, and how recent calls fared. */
interface OfKey {
  /** The most recently used comes last. */
  idle: PooledIsolate[];
  busy: RenewedSet<PooledIsolate>;
  /** All isolates of the key: these, and those that have not completed a call yet. */
  alive: number;
  /**
   * CPU milliseconds of recent calls; wall time would count other load on the machine, which is no reason for more
   * isolates.
   */
  paceMs: number;
  /** How many calls in a row did not wait for anything outside. */
  quick: number;
}

/**
 * Isolates that have completed a call, by key. A call gets an idle one. If quick calls keep as many isolates busy as
 * there are processors, it gets the next turn in one of these. A few hot isolates complete three times as many short
 * calls as many isolates do, because their code is compiled and no threads are created for them.
 */
export class WarmIsolates {
  readonly #byKey = new Map<string, OfKey>();
  /** Over all keys, the least recently used first. */
  readonly #idle = new RenewedSet<PooledIsolate>();
  readonly #processors: number;

  constructor(processors: number) {
    this.#processors = processors;
  }

  get idle(): RenewedSet<PooledIsolate> {
    return this.#idle;
  }

  /** Chooses an isolate for a call. `mayStand`: it may stand behind other calls for some milliseconds. */
  take(key: string, mayStand: boolean): PooledIsolate | undefined {
    const ofKey = this.#byKey.get(key);
    if (ofKey === undefined) return undefined;
    const idle = ofKey.idle.at(-1);
    let taken = idle;
    if (mayStand && ofKey.quick >= quickCalls && (idle === undefined || ofKey.busy.size >= this.#processors)) {
      const spares = idle === undefined && ofKey.alive < this.#processors;
      taken = shortestLine(ofKey, spares ? sparingLineMs : lineMs) ?? idle;
    }
    if (taken === undefined) return undefined;
    if (taken === idle) {
      ofKey.idle.pop();
      this.#idle.delete(idle);
      taken.executor.idle.delete(idle);
      ofKey.busy.add(taken);
    }
    taken.calls += 1;
    return taken;
  }

  /** Isolates unused since that time, if another isolate of their key could serve. */
  surplus(since: number): PooledIsolate[] {
    return [...this.#idle].filter(
      (isolate) => isolate.idleSince < since && this.#byKey.get(isolate.key)?.idle.at(-1) !== isolate,
    );
  }

  /** Adds a new isolate, which already has a call. */
  add({ key }: PooledIsolate): void {
    const ofKey = this.#byKey.get(key);
    if (ofKey === undefined) this.#byKey.set(key, { idle: [], busy: new RenewedSet(), alive: 1, paceMs: 0, quick: 0 });
    else ofKey.alive += 1;
  }

  /** Keeps an idle isolate for the next call. */
  keep(isolate: PooledIsolate): void {
    const ofKey = this.#byKey.get(isolate.key);
    if (ofKey === undefined) return;
    isolate.idleSince = performance.now();
    isolate.executor.idle.add(isolate);
    this.#idle.add(isolate);
    ofKey.busy.delete(isolate);
    ofKey.idle.push(isolate);
  }

  /** Removes an isolate that is gone. Called once for each. */
  forget(isolate: PooledIsolate): void {
    this.#idle.delete(isolate);
    isolate.executor.idle.delete(isolate);
    const ofKey = this.#byKey.get(isolate.key);
    if (ofKey === undefined) return;
    ofKey.busy.delete(isolate);
    const at = ofKey.idle.lastIndexOf(isolate);
    if (at >= 0) ofKey.idle.splice(at, 1);
    ofKey.alive -= 1;
    if (ofKey.alive === 0) this.#byKey.delete(isolate.key);
  }

  /** Records the recent pace of an isolate's calls. Undefined: this call waited for something outside. */
  learn(key: string, paceMs: number | undefined): void {
    const ofKey = this.#byKey.get(key);
    if (ofKey === undefined) return;
    ofKey.quick = paceMs === undefined ? Math.min(0, ofKey.quick) : ofKey.quick + 1;
    if (paceMs !== undefined) ofKey.paceMs = paceMs;
  }

  /** A call stood in line in vain, behind one that waited for something outside or was slow. */
  unlearn(key: string, waited: boolean): void {
    const ofKey = this.#byKey.get(key);
    if (ofKey !== undefined) ofKey.quick = waited ? -quickPenalty : Math.min(0, ofKey.quick);
  }
}

/** The busy isolate that will be free first, if that is within `mostMs`. */
function shortestLine({ busy, paceMs }: OfKey, mostMs: number): PooledIsolate | undefined {
  let shortest: PooledIsolate | undefined;
  for (const isolate of busy) {
    if (isolate.worn || isolate.executor.retiring || isolate.executor.lost) continue;
    if (shortest === undefined || isolate.calls < shortest.calls) shortest = isolate;
  }
  return shortest !== undefined && shortest.calls * paceMs <= mostMs ? shortest : undefined;
}
