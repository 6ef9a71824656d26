/** Something that waits, and the holder whose queue it is in. */
export interface Queued {
  readonly holder: string;
}

/**
 * A queue for each holder. The holders take turns, whatever the length of their queues; within a queue, the order is
 * first come, first served.
 */
export class FairQueue<T extends Queued> {
  /** In the order of their turns: a holder that has had its turn goes to the end. */
  protected readonly queues = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(waiting: T): void {
    const queue = this.queues.get(waiting.holder);
    if (queue === undefined) this.queues.set(waiting.holder, [waiting]);
    else queue.push(waiting);
    this.#size += 1;
  }

  /** Returns true if it was waiting. */
  remove(waiting: T): boolean {
    const queue = this.queues.get(waiting.holder);
    const at = queue?.indexOf(waiting) ?? -1;
    if (queue === undefined || at < 0) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.queues.delete(waiting.holder);
    this.#size -= 1;
    return true;
  }

  /** The next item that fits, without removing it. */
  peek(fits: (waiting: T) => boolean): T | undefined {
    for (const queue of this.queues.values()) {
      const next = queue.find(fits);
      if (next !== undefined) return next;
    }
    return undefined;
  }

  /** Removes the next item that fits, and ends its holder's turn. */
  next(fits: (waiting: T) => boolean = () => true): T | undefined {
    const next = this.peek(fits);
    if (next === undefined) return undefined;
    this.remove(next);
    const queue = this.queues.get(next.holder);
    if (queue !== undefined) {
      this.queues.delete(next.holder);
      this.queues.set(next.holder, queue);
    }
    return next;
  }
}
