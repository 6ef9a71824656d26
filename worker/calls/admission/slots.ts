// Why: docs/decisions/tenants-take-turns.md
import { Shares } from "./shares.ts";
import { WaitingCalls } from "./waiting-calls.ts";

export interface SlotsOptions {
  /** RUNTIME_CONCURRENCY. */
  capacity: number;
  /** TENANT_CONCURRENCY. Undefined: all slots while no other tenant calls, and three quarters while others do. */
  perTenant?: number | undefined;
  /** FUNCTION_CONCURRENCY. Undefined: the same rule as for tenants. */
  perFunction?: number | undefined;
  /** The limit for the sum of the memory limits of running calls, in megabytes. Default: no limit. */
  memoryMb?: number | undefined;
  /** How long a call waits for a slot. */
  waitMs?: number;
  /** The most calls that wait. */
  queueLength?: number;
}

/** What a call needs, and the holders that pay for it. */
export interface SlotRequest {
  /** Unique over all Projects. */
  tenant: string;
  /** Unique over all Projects. */
  function: string;
  /** The Function's memory limit. */
  memoryMb: number;
  /** An attempt of a run of any mode, or a test run. */
  background?: boolean;
}

/** The request for a call of this Function by this tenant. */
export const slotRequest = (
  projectId: string,
  tenantId: string,
  functionId: string,
  memoryMb: number,
  background = false,
): SlotRequest => ({ tenant: `${projectId} ${tenantId}`, function: functionId, memoryMb, background });

interface Waiting extends Required<SlotRequest> {
  holder: string;
  timer: NodeJS.Timeout;
  settle: (granted: boolean) => void;
}

const defaultWaitMs = 2_000;

/**
 * The invocation slots of this replica (docs/operating.md, How a worker shares its capacity). Limits apply to each
 * tenant, to each Function and to memory. Background work (cron and test runs) gets at most half of them. A call
 * without a slot waits in a queue with a limited time and length. Tenants take turns, so a tenant that floods the queue
 * delays only itself.
 */
export class Slots {
  readonly capacity: number;
  readonly #waitMs: number;
  readonly #queueLength: number;
  /** The number of slots for background work. */
  readonly mostInBackground: number;
  readonly #memoryMb: number;
  readonly #tenants: Shares;
  readonly #tenantsMemory: Shares;
  readonly #functions: Shares;
  readonly #queue = new WaitingCalls<Waiting>();
  #running = 0;
  #inBackground = 0;
  #reservedMb = 0;

  constructor({ capacity, perTenant, perFunction, memoryMb = Infinity, ...queue }: SlotsOptions) {
    this.capacity = capacity;
    this.#waitMs = queue.waitMs ?? defaultWaitMs;
    this.#queueLength = queue.queueLength ?? capacity * 4;
    this.mostInBackground = Math.max(1, Math.floor(capacity / 2));
    this.#memoryMb = memoryMb;
    this.#tenants = new Shares(capacity, perTenant);
    // A tenant's share of the memory is the same as its share of the slots.
    this.#tenantsMemory = new Shares(memoryMb, perTenant === undefined ? undefined : memoryMb * (perTenant / capacity));
    this.#functions = new Shares(capacity, perFunction);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** The sum of the memory limits of running calls. */
  get reservedMb(): number {
    return this.#reservedMb;
  }

  /** Takes a slot at once if there is room and nobody waits ahead. Pass the same request to `release`. */
  tryAcquire(request: SlotRequest): boolean {
    const now = performance.now();
    for (const shares of [this.#tenants, this.#tenantsMemory]) shares.seen(request.tenant, now);
    this.#functions.seen(request.function, now);
    if (this.#queue.has(request.tenant, request.background === true) || !this.#fits(request, now)) return false;
    this.#take(request);
    return true;
  }

  /**
   * Waits for a slot. Returns false when none became free in time or the queue is full; then the caller must not
   * release one.
   */
  acquire(request: SlotRequest): Promise<boolean> {
    if (this.tryAcquire(request)) return Promise.resolve(true);
    if (this.#queue.size >= this.#queueLength) {
      // The tenant with the longest queue makes room. That may be the requesting tenant.
      const last = this.#queue.lastOfLongest(request.tenant);
      if (last === undefined) return Promise.resolve(false);
      this.#refuse(last);
    }
    return new Promise((resolve) => {
      const waiting: Waiting = {
        ...request,
        holder: request.tenant,
        background: request.background === true,
        settle: resolve,
        timer: setTimeout(() => this.#refuse(waiting), this.#waitMs),
      };
      this.#queue.add(waiting);
    });
  }

  release(request: SlotRequest): void {
    const { tenant, function: name, background } = request;
    const memoryMb = this.#needOf(request);
    this.#running -= 1;
    this.#reservedMb -= memoryMb;
    if (background === true) this.#inBackground -= 1;
    this.#tenants.give(tenant, 1);
    this.#tenantsMemory.give(tenant, memoryMb);
    this.#functions.give(name, 1);
    if (this.#queue.size === 0) return;
    const now = performance.now();
    for (;;) {
      const next = this.#queue.next((one) => this.#fits(one, now));
      if (next === undefined) return;
      clearTimeout(next.timer);
      this.#take(next);
      next.settle(true);
    }
  }

  #refuse(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    if (this.#queue.remove(waiting)) waiting.settle(false);
  }

  /** If a Function's limit exceeds the whole budget, it gets the whole budget and so runs alone. */
  #needOf({ memoryMb }: SlotRequest): number {
    return Math.min(memoryMb, this.#memoryMb);
  }

  #fits(request: SlotRequest, now: number): boolean {
    const { tenant, function: name, background } = request;
    const memoryMb = this.#needOf(request);
    return (
      this.#running < this.capacity &&
      this.#reservedMb + memoryMb <= this.#memoryMb &&
      (background !== true || this.#inBackground < this.mostInBackground) &&
      this.#tenants.fits(tenant, 1, now) &&
      this.#tenantsMemory.fits(tenant, memoryMb, now) &&
      this.#functions.fits(name, 1, now)
    );
  }

  #take(request: SlotRequest): void {
    const memoryMb = this.#needOf(request);
    this.#running += 1;
    this.#reservedMb += memoryMb;
    if (request.background === true) this.#inBackground += 1;
    this.#tenants.take(request.tenant, 1);
    this.#tenantsMemory.take(request.tenant, memoryMb);
    this.#functions.take(request.function, 1);
  }
}
