import type { RawBuilder } from "kysely";
import type { App } from "../../ground/app.ts";

/** Recurring work. Two replicas may run it at once, because a lease is not a lock. */
export interface Task {
  name: string;
  everyMs: number;
  /** How long after becoming leader a replica first runs the task; unset: at once. */
  firstAfterMs?: number;
  /**
   * Conditions: at least one is true while the task has something to do. One statement asks the conditions of all
   * tasks, so they must be cheap. A condition may also be true when there is nothing to do. Unset: the task runs
   * whenever it is due.
   */
  hasWork?: (app: App) => readonly RawBuilder<boolean>[];
  run: (app: App) => Promise<void>;
}
