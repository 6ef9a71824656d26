import { setTimeout as delay } from "node:timers/promises";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../../ground/app.ts";
import { giveLeaseBack, type Lease, takeLease } from "../../ground/store/leases.ts";
import { Agenda } from "./agenda.ts";
import { findWork } from "./queries.ts";
import type { Task } from "./task.ts";

/**
 * Finds the due tasks that have work, if this replica leads, in the transaction that takes the lease. Null when another
 * replica leads.
 */
function createLook(app: App, tasks: readonly Task[], lease: Lease, leaseMs: number) {
  const conditions = tasks.flatMap(({ name, hasWork }) => (hasWork ? [{ name, conditions: hasWork(app) }] : []));
  return (due: readonly Task[]): Promise<Task[] | null> =>
    app.store.inInstallation(async (scope) => {
      if (!(await takeLease(scope, lease, leaseMs))) return null;
      const asked = new Set(due.map(({ name }) => name));
      const questions = conditions.map((condition) => ({ ...condition, isAsked: asked.has(condition.name) }));
      const found = await findWork(scope, questions);
      return due.filter(({ name, hasWork }) => hasWork === undefined || found.has(name));
    });
}

/**
 * Runs the tasks on one replica at a time: the holder of the lease row in PostgreSQL, renewed each `tickMs`. Another
 * replica takes over `leaseMs` after the leader fell silent. A task that has nothing to do costs no transaction. A slow
 * task delays no other; a failed one is logged and runs again when it is next due. Disposing waits for running tasks
 * and releases the lease.
 */
export function startScheduler(
  app: App,
  tasks: readonly Task[],
  { tickMs = 500, leaseMs = 10_000 }: { tickMs?: number; leaseMs?: number } = {},
): AsyncDisposable {
  const lease = { name: "scheduler", holder: identifier("ctl") };
  const stop = new AbortController();
  const agenda = new Agenda(tasks);
  const look = createLook(app, tasks, lease, leaseMs);
  const underWay = new Map<string, Promise<void>>();

  function begin(task: Task): void {
    const run = task
      .run(app)
      .catch((error: unknown) => app.log.error({ err: error, task: task.name }, "a task failed"))
      .finally(() => underWay.delete(task.name));
    underWay.set(task.name, run);
  }

  async function tick(): Promise<void> {
    const due = agenda.due(performance.now()).filter(({ name }) => !underWay.has(name));
    const withWork = await look(due);
    if (withWork === null) return agenda.leave();
    agenda.note(due, performance.now());
    if (!stop.signal.aborted) for (const task of withWork) begin(task);
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
