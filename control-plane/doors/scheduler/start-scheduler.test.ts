import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { Registry } from "prom-client";
import type { App } from "../../ground/app.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { auditSystem } from "../../ground/audit/audit-system.ts";
import { createPostgresCache } from "../../data/cache/postgres/postgres-cache.ts";
import { databaseClock } from "../../ground/store/clock.ts";
import { giveLeaseBack, takeLease } from "../../ground/store/leases.ts";
import { openStore, type OpenStore } from "../../ground/store/connections/open-store.ts";
import { createTestDatabase } from "../../ground/store/testing/test-database.ts";
import { createLeasedMetrics } from "../../serving/attempts/leased-metrics.ts";
import { scheduledTasks } from "./scheduled-tasks.ts";
import { findWork } from "./queries.ts";
import { startScheduler } from "./start-scheduler.ts";

// A test control plane has its own scheduler, so the scheduler is tested on a bare store.
let app: App;
const started = new AsyncDisposableStack();
before(async () => {
  const log = createLog("test", "silent");
  const { url } = started.use(await createTestDatabase());
  const store: OpenStore = started.use(openStore({ databaseUrl: url, role: null, log }));
  const closing = new AbortController().signal;
  app = {
    store,
    cache: createPostgresCache({ store, mostBytes: 1_048_576 }),
    clock: databaseClock,
    log,
    closing,
    settings: { executionRetentionDays: 30, executionRetentionMb: 10_240, buildRetentionDays: 30 },
  } as unknown as App;
});
after(() => started.disposeAsync());

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) assert.fail(`never: ${what}`);
    await delay(10);
  }
}

const counter = () => {
  const counted = { runs: 0 };
  const tasks = [{ name: "count", everyMs: 0, run: async () => void (counted.runs += 1) }];
  return { counted, tasks };
};

test("runs the tasks on one replica, and on another one when that ends", async () => {
  const [first, second] = [counter(), counter()];
  const leader = startScheduler(app, first.tasks, { tickMs: 10 });
  await until(() => first.counted.runs > 2, "the first leads");
  await using follower = startScheduler(app, second.tasks, { tickMs: 10 });
  const seen = first.counted.runs;
  await until(() => first.counted.runs > seen + 5, "the first leads on");
  assert.equal(second.counted.runs, 0);
  await leader[Symbol.asyncDispose]();
  await until(() => second.counted.runs > 0, "the second takes over");
  assert.ok(follower);
});

test("takes over from a leader that was killed when its lease has run out", async () => {
  await app.store.inInstallation(({ tx }) =>
    sql`insert into leases (name, holder, expires_at) values ('scheduler', 'ctl_killed', now() + interval '1 hour')
      on conflict (name) do update set holder = 'ctl_killed', expires_at = excluded.expires_at`.execute(tx),
  );
  const { counted, tasks } = counter();
  await using scheduler = startScheduler(app, tasks, { tickMs: 10 });
  await delay(100);
  assert.equal(counted.runs, 0);
  await app.store.inInstallation(({ tx }) =>
    sql`update leases set expires_at = now() - interval '1 second'`.execute(tx),
  );
  await until(() => counted.runs > 0, "the lease is taken");
  assert.ok(scheduler);
});

test("leaves a task that can wait until it has led for a while, and runs the others at once", async () => {
  const { counted, tasks } = counter();
  const late: number[] = [];
  const beganAt = Date.now();
  const waits = { name: "late", everyMs: 0, firstAfterMs: 300, run: async () => void late.push(Date.now() - beganAt) };
  await using scheduler = startScheduler(app, [waits, ...tasks], { tickMs: 10 });
  await until(() => counted.runs > 0, "the others run");
  await until(() => late.length > 2, "it runs, and again when its time comes");
  assert.ok((late[0] ?? 0) >= 300, String(late[0]));
  assert.ok(scheduler);
});

test("goes on with the other tasks when one fails", async () => {
  const { counted, tasks } = counter();
  const failing = { name: "fail", everyMs: 0, run: () => Promise.reject(new Error("broken")) };
  await using scheduler = startScheduler(app, [failing, ...tasks], { tickMs: 10 });
  await until(() => counted.runs > 1, "the second task runs");
  assert.ok(scheduler);
});

test("lets no task that takes long delay another, and ends with it", async () => {
  const { counted, tasks } = counter();
  let finish: () => void = () => undefined;
  let finished = false;
  const long = () => new Promise<void>((resolve) => (finish = resolve)).then(() => void (finished = true));
  const scheduler = startScheduler(app, [{ name: "long", everyMs: 0, run: long }, ...tasks], { tickMs: 10 });
  await until(() => counted.runs > 3, "the second task runs on");
  finish();
  await scheduler[Symbol.asyncDispose]();
  assert.ok(finished);
});

test("begins a task only while it has work, and no other one for its sake", async () => {
  const isThere = sql<boolean>`exists (select from leases where name = 'work')`;
  const never = sql<boolean>`exists (select from leases where name = 'other work')`;
  const counted = { lucky: 0, idle: 0 };
  const tasks = [
    { name: "lucky", everyMs: 0, hasWork: () => [never, isThere], run: async () => void (counted.lucky += 1) },
    { name: "idle", everyMs: 0, hasWork: () => [never], run: async () => void (counted.idle += 1) },
  ];
  const always = counter();
  await using scheduler = startScheduler(app, [...tasks, ...always.tasks], { tickMs: 10 });
  await until(() => always.counted.runs > 5, "the scheduler ticks");
  assert.deepEqual(counted, { lucky: 0, idle: 0 });
  await app.store.inInstallation((scope) => takeLease(scope, { name: "work", holder: "ctl_test" }, 60_000));
  await until(() => counted.lucky > 2, "the task that has work runs, as often as it has some");
  await app.store.inInstallation((scope) => giveLeaseBack(scope, { name: "work", holder: "ctl_test" }));
  const seen = always.counted.runs;
  await until(() => always.counted.runs > seen + 5, "the scheduler ticks on");
  const { lucky } = counted;
  const then = always.counted.runs;
  await until(() => always.counted.runs > then + 5, "the scheduler ticks on");
  assert.deepEqual(counted, { lucky, idle: 0 });
  assert.ok(scheduler);
});

const everyTask = () => scheduledTasks({ metrics: createLeasedMetrics(new Registry(), app) });

test("runs every task of the control plane without an error", async () => {
  for (const task of everyTask()) await task.run(app);
});

test("finds nothing to do in an empty installation, and the audit event that waits to be sealed", async () => {
  const questions = everyTask().flatMap(({ name, hasWork }) =>
    hasWork ? [{ name, isAsked: true, conditions: hasWork(app) }] : [],
  );
  assert.ok(questions.length > 5);
  const found = async () => [...(await app.store.inInstallation((scope) => findWork(scope, questions)))];
  assert.deepEqual(await found(), []);
  const event = { action: "test", target: { kind: "installation", id: "test", name: "test" } } as const;
  await app.store.inInstallation((scope) => auditSystem(scope, { ...event, changes: { before: null, after: null } }));
  assert.deepEqual(await found(), ["seal-audit-events"]);
});
