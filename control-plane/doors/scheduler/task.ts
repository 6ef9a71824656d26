import type { RawBuilder } from "kysely";
import type { App } from "../../ground/app.ts";

/** Recurring work. Two replicas may run it at once, because a lease is not a lock. */
export interface Task {
  name: string;
  everyMs: number;
  /** How long after becoming leader a replica first runs the task; unset: at once. */
  firstAfterMs?: number;
  /**
   * Conditions, at least one of which holds while the task has something to do. All tasks' conditions are asked in one
   * statement, so they must be cheap, and one may hold without need. Unset: the task runs whenever it is due.
   */
  hasWork?: (app: App) => readonly RawBuilder<boolean>[];
  run: (app: App) => Promise<void>;
}
