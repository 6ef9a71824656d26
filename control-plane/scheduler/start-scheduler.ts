import { setTimeout as delay } from "node:timers/promises";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../app.ts";
import { giveBack, takeLead } from "./queries.ts";

/** Work that comes again and again. It must bear being run by two replicas at once: a lease is no lock. */
export interface Task {
  name: string;
  everyMs: number;
  /** How long a replica leads before it runs the task for the first time; unset: at once. */
  firstAfterMs?: number;
  run: (app: App) => Promise<void>;
}

/**
 * Runs the tasks on one control plane replica at a time: whoever holds the lease row in PostgreSQL, renewed each
 * `tickMs`; another replica takes over `leaseMs` after the leader fell silent. A task that takes long delays no other; one
 * that fails is logged and runs again when its time comes. Disposing waits for those under way and gives the lease back.
 */
export function startScheduler(
  app: App,
  tasks: readonly Task[],
  { tickMs = 500, leaseMs = 10_000 }: { tickMs?: number; leaseMs?: number } = {},
): AsyncDisposable {
  const holder = identifier("ctl");
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
    if (!(await app.store.inInstallation((scope) => takeLead(scope, holder, leaseMs)))) {
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
      .inInstallation((scope) => giveBack(scope, holder))
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
