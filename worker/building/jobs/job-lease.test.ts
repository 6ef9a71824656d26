import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Job } from "@ferrule/contract/internal/jobs.ts";
import { ControlPlaneRefusal } from "../../ground/control-plane-client/control-plane-client.ts";
import { ControlPlaneAway } from "./control-plane-away.ts";
import { JobLease } from "./job-lease.ts";

const stepMs = 20;

test("news of a job is reported at once in its first second, and a long job's less often, but each second", async (t) => {
  let clock = 0;
  t.mock.method(performance, "now", () => clock);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const reports: { at: number; done: number | undefined }[] = [];
  const reportJob = async ({ body: { done } }: { body: { done?: number | undefined } }) => {
    reports.push({ at: clock, done });
    return { cancelled: false };
  };
  const completeJob = async () => undefined;
  const job = { id: "job_1", attempt: 1, leaseMs: 15_000 } as Job;
  await using lease = new JobLease({ reportJob, completeJob }, "worker", job);
  const between = (from: number, to: number) => reports.filter(({ at }) => at > from && at <= to).length;
  for (let done = 1; clock < 30_000; done += 1) {
    lease.progress(done, 10_000, "one");
    clock += stepMs;
    t.mock.timers.tick(stepMs);
    await turn();
  }
  assert.ok(between(0, 1_000) >= 8, `${between(0, 1_000)} reports in the first second`);
  assert.ok(between(0, 30_000) < 75, `${between(0, 30_000)} reports in half a minute`);
  for (let second = 1; second < 30; second += 1)
    assert.ok(between((second - 1) * 1_000, second * 1_000 + 2 * stepMs) >= 1, `none in second ${second}`);
  const last = reports.at(-1);
  assert.ok(last?.done !== undefined && last.at - last.done * stepMs <= stepMs, "a report says how far the job is now");
});

test("a result that the control plane cannot take for long ends as its absence, not as the job's failure", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let asked = 0;
  const refuse = async () => {
    asked += 1;
    throw new ControlPlaneRefusal("POST", "/", 503, "UNAVAILABLE");
  };
  const job = { id: "job_1", attempt: 1, leaseMs: 15_000 } as Job;
  await using lease = new JobLease({ reportJob: refuse, completeJob: refuse }, "worker", job);
  const ended = assert.rejects(lease.complete(null, null), ControlPlaneAway);
  for (let tries = 0; tries < 25; tries += 1) {
    await turn();
    t.mock.timers.tick(250);
  }
  await ended;
  assert.equal(asked, 21);
});
