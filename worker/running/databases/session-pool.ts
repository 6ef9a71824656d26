import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { Session } from "./session.ts";

export interface SessionPoolOptions {
  /** The largest number of connections in the pool. */
  size: number;
  open: (tenant: string, signal: AbortSignal) => Promise<Session>;
  /** How long a call waits for a connection. */
  waitMs: number;
  /** If a statement cannot be cancelled, how long it may continue. Meanwhile its place in the pool stays taken. */
  lingerMs: number;
}

interface Waiter {
  tenant: string;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** How long a tenant counts as active after its last statement, and how long we keep an unused connection. */
const activeMs = 60_000;
const cleanMs = 5_000;

/**
 * The connections of one pool. Tenants take turns: the next is the one that holds the fewest; on a tie, the one whose
 * last turn is longest ago. While several are active, none may hold all connections. A connection is cleaned before the
 * next call gets it; if that fails, it is closed.
 */
export class SessionPool {
  readonly #options: SessionPoolOptions;
  readonly #idle: { session: Session; since: number }[] = [];
  readonly #held = new Map<string, number>();
  readonly #activeAt = new Map<string, number>();
  /** The number of each tenant's last turn. On a tie, the lowest number is next. */
  readonly #turnOf = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #turns = 0;
  #taken = 0;
  #isClosed = false;

  constructor(options: SessionPoolOptions) {
    this.#options = options;
  }

  /** No session is borrowed or kept, and no call waits. */
  get isEmpty(): boolean {
    return this.#taken === 0 && this.#idle.length === 0;
  }

  /** A call waits for a session. */
  get isWanted(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Returns a clean session; give it back with `release`. @throws HostCallError UNAVAILABLE when none becomes free in
   * time; the errors of `open`
   */
  async acquire(tenant: string, signal: AbortSignal): Promise<Session> {
    await this.#takePlace(tenant, signal);
    try {
      for (;;) {
        const kept = this.#idle.pop();
        if (kept === undefined) return await this.#options.open(tenant, signal);
        if (!kept.session.isClosed) return kept.session;
        kept.session.close();
      }
    } catch (error) {
      this.#leavePlace(tenant);
      throw error;
    }
  }

  /**
   * Takes a session back and cleans it. If `isRunning`, it closes the session, because we do not know what its server
   * still does.
   */
  async release(session: Session, tenant: string, isRunning = false): Promise<void> {
    if (isRunning) {
      session.close();
      setTimeout(() => this.#leavePlace(tenant), this.#options.lingerMs).unref();
      return;
    }
    const late = setTimeout(() => session.close(), cleanMs);
    try {
      if (!session.isClosed) await session.clean();
      if (!session.isClosed && !this.#isClosed) this.#idle.push({ session, since: Date.now() });
      else session.close();
    } catch {
      session.close();
    } finally {
      clearTimeout(late);
      this.#leavePlace(tenant);
    }
  }

  /** Closes sessions that were not used for a while. */
  sweep(now = Date.now()): void {
    while (this.#idle.length > 0 && now - (this.#idle[0]?.since ?? now) > activeMs) this.#idle.shift()?.session.close();
    for (const [tenant, at] of this.#activeAt) {
      if (now - at <= activeMs) continue;
      this.#activeAt.delete(tenant);
      this.#turnOf.delete(tenant);
    }
  }

  /** Closes idle sessions now, and the others when they are given back. */
  close(): void {
    this.#isClosed = true;
    for (const { session } of this.#idle.splice(0)) session.close();
  }

  #mayHold(tenant: string): boolean {
    if (this.#taken >= this.#options.size) return false;
    const others = this.#activeAt.size - (this.#activeAt.has(tenant) ? 1 : 0);
    const most = others > 0 ? Math.max(1, this.#options.size - 1) : this.#options.size;
    return (this.#held.get(tenant) ?? 0) < most;
  }

  async #takePlace(tenant: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#activeAt.set(tenant, Date.now());
    if (!this.#mayHold(tenant)) await this.#wait(tenant, signal);
    else this.#count(tenant, 1);
  }

  #wait(tenant: string, signal: AbortSignal): Promise<void> {
    const { size, waitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(late);
        signal.removeEventListener("abort", gone);
        const at = this.#waiting.indexOf(waiter);
        if (at >= 0) this.#waiting.splice(at, 1);
      };
      const waiter: Waiter = {
        tenant,
        resolve: () => (leave(), resolve()),
        reject: (error) => (leave(), reject(error)),
      };
      const gone = () => waiter.reject(signal.reason as Error);
      const message = `The ${size} connections of the pool were in use for ${waitMs / 1_000} s: raise the pool's size, or hold transactions for less long.`;
      const late = setTimeout(() => waiter.reject(new HostCallError("UNAVAILABLE", message)), waitMs);
      signal.addEventListener("abort", gone, { once: true });
      this.#waiting.push(waiter);
    });
  }

  #count(tenant: string, by: 1 | -1): void {
    this.#taken += by;
    if (by > 0) this.#turnOf.set(tenant, (this.#turns += 1));
    const held = (this.#held.get(tenant) ?? 0) + by;
    if (held === 0) this.#held.delete(tenant);
    else this.#held.set(tenant, held);
  }

  #isBefore(one: string, other: string): boolean {
    const held = (this.#held.get(one) ?? 0) - (this.#held.get(other) ?? 0);
    return held < 0 || (held === 0 && (this.#turnOf.get(one) ?? 0) < (this.#turnOf.get(other) ?? 0));
  }

  #leavePlace(tenant: string): void {
    this.#count(tenant, -1);
    for (;;) {
      const next = this.#waiting
        .filter((one) => this.#mayHold(one.tenant))
        .reduce<Waiter | undefined>((best, one) => {
          return best === undefined || this.#isBefore(one.tenant, best.tenant) ? one : best;
        }, undefined);
      if (next === undefined) return;
      this.#count(next.tenant, 1);
      next.resolve();
    }
  }
}
