import type { Task } from "./task.ts";

/** A longer gap means that the database or this process was away, and the workers' renewals may be missing too. */
const outageMs = 5_000;

/**
 * When each task of a leader is due; times are milliseconds of a clock that never goes back. After a gap in which the
 * scheduler could not run, the replica behaves like a new leader: each task waits for its `firstAfterMs` again. So
 * workers can report before they lose their leases. An outage of the database then fails no run that its worker
 * finished.
 */
export class Agenda {
  readonly #tasks: readonly Task[];
  readonly #dueAt = new Map<string, number>();
  #leadsSince = 0;
  #ledAt = Number.NEGATIVE_INFINITY;

  constructor(tasks: readonly Task[]) {
    this.#tasks = tasks;
  }

  /** The tasks that are due if this replica leads now. */
  due(now: number): Task[] {
    if (now - this.#ledAt > outageMs) {
      this.#dueAt.clear();
      this.#leadsSince = now;
    }
    return this.#tasks.filter(({ name, firstAfterMs = 0 }) => {
      return now >= (this.#dueAt.get(name) ?? this.#leadsSince + firstAfterMs);
    });
  }

  /** Notes that this replica leads, and that these tasks have had their turn. */
  note(turns: readonly Task[], now: number): void {
    this.#ledAt = now;
    for (const { name, everyMs } of turns) this.#dueAt.set(name, now + everyMs);
  }

  /** Another replica leads. */
  leave(): void {
    this.#ledAt = Number.NEGATIVE_INFINITY;
  }
}
