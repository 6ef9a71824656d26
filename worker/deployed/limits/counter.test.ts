import assert from "node:assert/strict";
import { test } from "node:test";
import type { LimitGrant } from "@ferrule/contract/internal/limits.ts";
import { Counter, mustAsk } from "./counter.ts";

const rate = (limit: number) => new Counter({ key: "p one", id: "one", projectId: "p", name: "caller", limit });
const quota = {
  endpointId: "ep",
  environment: "development",
  by: "tenant",
  period: "day",
  subject: "acme",
  name: "acme",
};
const daily = (limit: number) =>
  new Counter({
    key: "p two",
    id: "two",
    projectId: "p",
    name: "tenant-day",
    limit,
    quota: {
      ...quota,
      environment: "development",
      by: "tenant",
      period: "day",
    },
  });
const grant = (change: Partial<LimitGrant>): LimitGrant => {
  return { granted: 0, left: 0, retryMs: 0, resetMs: 60_000, resetsAt: null, ...change };
};

/** Takes one, or returns the reason why it cannot. */
function take(counter: Counter, now: number, alone: number | null = null, count = 1): number {
  const lacksMs = counter.lacksMs(count, now, alone);
  if (lacksMs === 0) counter.take(count, now, alone);
  return lacksMs;
}

test("lets one request of somebody new through, and asks before the next", () => {
  const counter = rate(10);
  assert.equal(take(counter, 0), 0);
  assert.equal(take(counter, 0), mustAsk);
  const asked = counter.ask(0);
  assert.deepEqual([asked.owed, asked.need], [1, 0]);
  counter.answered(grant({ granted: 2, left: 5 }), 1);
  assert.deepEqual([take(counter, 1), take(counter, 1), take(counter, 1)], [0, 0, mustAsk]);
});

test("what is told is told again when nobody answers, and once when somebody does", () => {
  const counter = daily(10);
  take(counter, 0);
  const first = counter.ask(0);
  counter.unanswered(first, 1, false);
  assert.equal(counter.ask(2).owed, 1);
  counter.answered(grant({ granted: 1, left: 8 }), 3);
  assert.equal(counter.ask(4).owed, 0);
});

test("refuses without asking until there is something to give", () => {
  const counter = rate(10);
  take(counter, 0);
  counter.ask(0);
  counter.answered(grant({ granted: 0, retryMs: 6_000 }), 100);
  assert.equal(take(counter, 200), 5_900);
  assert.equal(counter.shouldAsk(200), false);
  assert.equal(take(counter, 6_101), mustAsk);
});

test("alone it keeps to its share of what was left, and a limit by the minute owes nothing for it", () => {
  const perMinute = rate(9);
  assert.deepEqual(
    [1, 2, 3].map(() => take(perMinute, 0, 3)),
    [0, 0, 0],
  );
  assert.ok(take(perMinute, 0, 3) > 0);
  assert.equal(perMinute.ask(0).owed, 0);
  const perDay = daily(90);
  take(perDay, 0);
  perDay.ask(0);
  perDay.answered(grant({ granted: 0, left: 6, resetMs: 3_600_000 }), 0);
  assert.deepEqual(
    [1, 2].map(() => take(perDay, 0, 3)),
    [0, 0],
  );
  assert.equal(take(perDay, 0, 3), Number.POSITIVE_INFINITY);
  assert.equal(perDay.ask(0).owed, 2);
});

test("at midnight what was in hand or refused is over", () => {
  const counter = daily(5);
  take(counter, 0);
  counter.ask(0);
  counter.answered(
    grant({ granted: 0, left: 0, retryMs: 1_000, resetMs: 1_000, resetsAt: "2026-11-24T00:00:00.000Z" }),
    0,
  );
  assert.equal(take(counter, 999), 1);
  assert.equal(take(counter, 1_000), 0);
  assert.equal(counter.ask(1_000).owed, 1);
});

test("gives back what nobody uses for five seconds, and all of it when it leaves", () => {
  const counter = rate(600);
  take(counter, 0);
  counter.ask(0);
  counter.answered(grant({ granted: 20, left: 500 }), 0);
  assert.equal(counter.rest(4_000), false);
  assert.equal(counter.rest(5_000), true);
  const asked = counter.ask(5_000);
  assert.deepEqual([asked.back, asked.wants], [20, 0]);
  counter.answered(grant({ granted: 0, left: 520 }), 5_000);
  assert.equal(take(counter, 6_000), mustAsk);
  counter.answered(grant({ granted: 3, left: 517 }), 6_000);
  assert.equal(counter.leave(), true);
  assert.equal(counter.ask(6_001).back, 3);
});

test("has more in hand of what is used quickly, and tells what is left", () => {
  const counter = rate(6_000);
  const wants: number[] = [];
  for (let now = 0; now < 500; now += 100) {
    take(counter, now);
    wants.push(counter.ask(now).wants);
    counter.answered(grant({ granted: 0, left: 3_000 }), now);
  }
  assert.deepEqual(wants, [1, 2, 4, 8, 16]);
  assert.deepEqual(counter.remaining(400), { left: 3_000, seconds: 30 });
});
