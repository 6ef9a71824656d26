import { FairQueue, type Queued } from "@ferrule/kit/turns/fair-queue.ts";

/** A call that waits for a slot. Its holder is its tenant. */
export interface WaitingCall extends Queued {
  background: boolean;
}

/** Calls that wait for a slot. Tenants take turns. */
export class WaitingCalls<T extends WaitingCall> extends FairQueue<T> {
  /** Whether a call of the same kind and tenant already waits: a later one must not overtake it. */
  has(tenant: string, background: boolean): boolean {
    return this.queues.get(tenant)?.some((call) => call.background === background) ?? false;
  }

  /** The last call of the longest queue, if that queue is longer than this tenant's would be. */
  lastOfLongest(tenant: string): T | undefined {
    let longest: T[] | undefined;
    for (const queue of this.queues.values()) {
      if (longest === undefined || queue.length > longest.length) longest = queue;
    }
    const own = this.queues.get(tenant)?.length ?? 0;
    return longest !== undefined && longest.length > own + 1 ? longest.at(-1) : undefined;
  }
}
