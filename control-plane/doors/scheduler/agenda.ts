import type { Task } from "./task.ts";

/** A longer gap means that the database or this process was away, and the workers' renewals may be missing too. */
const outageMs = 5_000;

/**
 * When each task of a leader is due; times are milliseconds of a clock that never goes back. After a gap in which the
 * scheduler could not run, the replica starts to lead again: each task waits for its `firstAfterMs` again. So the workers can
 * report before their leases are taken away, and a database outage fails no run that its worker carried through.
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

  /** This replica leads, and these tasks have had their turn. */
  note(turns: readonly Task[], now: number): void {
    this.#ledAt = now;
    for (const { name, everyMs } of turns) this.#dueAt.set(name, now + everyMs);
  }

  /** Another replica leads. */
  leave(): void {
    this.#ledAt = Number.NEGATIVE_INFINITY;
  }
}
