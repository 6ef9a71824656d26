import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { Registry } from "prom-client";
import { readiness } from "./http/operational-routes.ts";
import { noteSharedTime } from "./shared-time.ts";
import { watchClock } from "./watch-clock.ts";

test("a wrong clock is in the log once, again when it changes, and in what /ready answers until it is right", async (t) => {
  const behind = (seconds: number) => noteSharedTime(Date.now() + seconds * 1_000, Date.now(), Date.now());
  t.after(() => behind(0));
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  using watching = watchClock(log, 5);
  const logged = async (seconds: number) => {
    behind(seconds);
    await delay(60);
    const said = lines.splice(0).map((line) => JSON.parse(line) as { level: number; behindSeconds?: number });
    const { body } = await readiness({ failing: () => [], metrics: new Registry() });
    const told = (body as { clockBehindSeconds?: number }).clockBehindSeconds;
    return [said.map(({ level, behindSeconds = 0 }) => [level, Math.round(behindSeconds)]), told && Math.round(told)];
  };
  assert.deepEqual(await logged(1), [[], undefined]);
  assert.deepEqual(await logged(600), [[[40, 600]], 600]);
  assert.deepEqual(await logged(601), [[], 601]);
  assert.deepEqual(await logged(-600), [[[40, -600]], -600]);
  assert.deepEqual(await logged(0), [[[30, 0]], undefined]);
  assert.ok(watching);
});
