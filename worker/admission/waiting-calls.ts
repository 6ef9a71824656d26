/** A call that waits for a slot. */
export interface WaitingCall {
  tenant: string;
  background: boolean;
}

/**
 * Calls that wait, in a queue for each tenant. The tenants have their turns one after another, whatever the length of
 * their queues; within a tenant it is first come, first served.
 */
export class WaitingCalls<T extends WaitingCall> {
  /** In the order of their turns: whoever has had one goes to the end. */
  readonly #queues = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(call: T): void {
    const queue = this.#queues.get(call.tenant);
    if (queue === undefined) this.#queues.set(call.tenant, [call]);
    else queue.push(call);
    this.#size += 1;
  }

  /** True when it was waiting. */
  remove(call: T): boolean {
    const queue = this.#queues.get(call.tenant);
    const at = queue?.indexOf(call) ?? -1;
    if (queue === undefined || at < 0) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.#queues.delete(call.tenant);
    this.#size -= 1;
    return true;
  }

  /** Takes out the next call that fits, and ends the turn of its tenant. */
  next(fits: (call: T) => boolean): T | undefined {
    for (const [tenant, queue] of this.#queues) {
      const call = queue.find(fits);
      if (call === undefined) continue;
      this.remove(call);
      if (queue.length > 0) {
        this.#queues.delete(tenant);
        this.#queues.set(tenant, queue);
      }
      return call;
    }
    return undefined;
  }

  /** Whether a call of the same kind and tenant waits, so that another must not go before it. */
  has(tenant: string, background: boolean): boolean {
    return this.#queues.get(tenant)?.some((call) => call.background === background) ?? false;
  }

  /** The call that came last to the longest queue, when that is longer than this tenant's would be. */
  lastOfLongest(tenant: string): T | undefined {
    let longest: T[] | undefined;
    for (const queue of this.#queues.values()) {
      if (longest === undefined || queue.length > longest.length) longest = queue;
    }
    const own = this.#queues.get(tenant)?.length ?? 0;
    return longest !== undefined && longest.length > own + 1 ? longest.at(-1) : undefined;
  }
}
