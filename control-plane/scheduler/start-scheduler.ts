import { setTimeout as delay } from "node:timers/promises";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../app.ts";
import { giveLeaseBack, takeLease } from "../store/leases.ts";

/** Recurring work. Two replicas may run it at once, because a lease is not a lock. */
export interface Task {
  name: string;
  everyMs: number;
  /** How long after becoming leader a replica first runs the task; unset: at once. */
  firstAfterMs?: number;
  run: (app: App) => Promise<void>;
}

/**
 * Runs the tasks on one replica at a time: the holder of the lease row in PostgreSQL, renewed each `tickMs`. Another
 * replica takes over `leaseMs` after the leader fell silent. A slow task delays no other; a failed one is logged and
 * runs again when it is next due. Disposing waits for running tasks and releases the lease.
 */
export function startScheduler(
  app: App,
  tasks: readonly Task[],
  { tickMs = 500, leaseMs = 10_000 }: { tickMs?: number; leaseMs?: number } = {},
): AsyncDisposable {
  const lease = { name: "scheduler", holder: identifier("ctl") };
  const stop = new AbortController();
  const dueAt = new Map<string, number>();
  let leadsSince: number | null = null;
  const underWay = new Map<string, Promise<void>>();

  function begin(task: Task): void {
    dueAt.set(task.name, Date.now() + task.everyMs);
    const run = task
      .run(app)
      .catch((error: unknown) => app.log.error({ err: error, task: task.name }, "a task failed"))
      .finally(() => underWay.delete(task.name));
    underWay.set(task.name, run);
  }

  async function tick(): Promise<void> {
    if (!(await app.store.inInstallation((scope) => takeLease(scope, lease, leaseMs)))) {
      dueAt.clear();
      leadsSince = null;
      return;
    }
    leadsSince ??= Date.now();
    for (const task of tasks) {
      const firstAt = leadsSince + (task.firstAfterMs ?? 0);
      const isDue = !underWay.has(task.name) && Date.now() >= (dueAt.get(task.name) ?? firstAt);
      if (isDue && !stop.signal.aborted) begin(task);
    }
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      await tick().catch((error: unknown) =>
        app.log.warn({ err: error }, "the scheduler could not reach the database"),
      );
      await delay(tickMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    await Promise.all(underWay.values());
    await app.store
      .inInstallation((scope) => giveLeaseBack(scope, lease))
      .catch((error: unknown) => app.log.debug({ err: error }, "the scheduler's lease runs out by itself"));
  }

  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
