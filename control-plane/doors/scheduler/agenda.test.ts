import assert from "node:assert/strict";
import { test } from "node:test";
import { Agenda } from "./agenda.ts";
import type { Task } from "./task.ts";

const task = (name: string, everyMs: number, firstAfterMs?: number): Task => ({
  name,
  everyMs,
  ...(firstAfterMs === undefined ? {} : { firstAfterMs }),
  run: () => Promise.resolve(),
});
const agendaOf = (...tasks: Task[]) => {
  const agenda = new Agenda(tasks);
  const lead = (now: number) => {
    const due = agenda.due(now);
    agenda.note(due, now);
    return due.map(({ name }) => name);
  };
  return { agenda, lead };
};

test("a task is due at once, and again after its time", () => {
  const { lead } = agendaOf(task("each", 0), task("second", 1_000));
  assert.deepEqual(lead(0), ["each", "second"]);
  assert.deepEqual(lead(500), ["each"]);
  assert.deepEqual(lead(1_000), ["each", "second"]);
});

test("after a gap in which nobody could be reached, a task that can wait waits again", () => {
  const { agenda, lead } = agendaOf(task("reap", 1_000, 3_000));
  assert.deepEqual(lead(0), []);
  assert.deepEqual(lead(2_999), []);
  assert.deepEqual(lead(3_000), ["reap"]);
  // Failed ticks in between, of which nothing is noted, do not end the gap.
  for (let now = 3_500; now < 60_000; now += 500) agenda.due(now);
  assert.deepEqual(lead(60_000), []);
  assert.deepEqual(lead(62_000), []);
  assert.deepEqual(lead(63_000), ["reap"]);
});

test("a replica that another one has relieved starts over when it leads again", () => {
  const { agenda, lead } = agendaOf(task("hourly", 3_600_000), task("late", 1_000, 2_000));
  assert.deepEqual(lead(0), ["hourly"]);
  agenda.leave();
  assert.deepEqual(lead(500), ["hourly"]);
  assert.deepEqual(lead(2_000), []);
  assert.deepEqual(lead(2_500), ["late"]);
});
