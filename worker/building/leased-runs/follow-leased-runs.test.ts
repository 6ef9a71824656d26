import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CronAttempt } from "@ferrule/contract/internal/cron-runs.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { createControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";
import { startFeedServer, type FeedServer } from "../../testing/feed-server.ts";
import { until } from "../../testing/test-worker.ts";
import type { AttemptEnd } from "../cron-runs/run-attempt.ts";
import { followLeasedRuns, type FollowingRuns } from "./follow-leased-runs.ts";

const started = new AsyncDisposableStack();
let feed: FeedServer;
before(async () => {
  feed = started.use(await startFeedServer());
});
after(() => started.disposeAsync());

let made = 0;
const attemptOf = (over: Partial<CronAttempt> = {}): CronAttempt => ({
  runId: `run_${(made += 1)}`,
  attempt: 1,
  cronBindingId: "crn_one",
  name: "One",
  projectId: "prj_one",
  environment: "development",
  functionId: "fn_one",
  tenantId: "default",
  input: {},
  executionId: `exe_${made}`,
  requestId: `run_${made}`,
  ...over,
});

const succeeded: AttemptEnd = { status: "succeeded", error: null };

/** Follows the feed's runs. `run` decides how each one ends. */
async function follow(
  run: (attempt: CronAttempt, signal: AbortSignal) => Promise<AttemptEnd>,
  concurrency = 4,
): Promise<FollowingRuns & AsyncDisposable> {
  const client = createControlPlaneClient({ url: feed.url, token: feed.token });
  const log = createLog("worker", "silent");
  const { claimCronRuns: claim, renewCronRuns: renew, completeCronRun: complete } = client;
  const queue = { name: "cron-runs", claim, renew, complete };
  const following = followLeasedRuns({ queue, workerId: "wrk_one", concurrency, ready: () => true, run, log });
  const close = async (graceMs = 0) => {
    await following.close(graceMs);
    await client[Symbol.asyncDispose]();
  };
  return { close, inHand: following.inHand, [Symbol.asyncDispose]: () => close() };
}
const completed = (runId: string) => feed.crons.completions().filter((one) => one.runId === runId);

test("runs an attempt once, however often it is given, and another attempt of the run again", async () => {
  const ran: string[] = [];
  await using following = await follow(async ({ runId, attempt }) => {
    ran.push(`${runId} ${attempt}`);
    return succeeded;
  });
  assert.ok(following);
  const [first, next] = [attemptOf(), attemptOf()];
  feed.crons.give(first, first);
  await until("it is completed", () => completed(first.runId).length === 1);
  feed.crons.give(first);
  feed.crons.give(first, next, { ...first, attempt: 2 });
  await until("the others are completed", () => completed(next.runId).length + completed(first.runId).length === 3);
  assert.deepEqual(ran.sort(), [`${first.runId} 1`, `${first.runId} 2`, `${next.runId} 1`].sort());
});

test("says what it has in hand until the control plane has taken its end", async () => {
  await using following = await follow(async () => ({ status: "failed", error: { code: "OOPS", message: "No." } }));
  feed.crons.failCompletions(3);
  const attempt = attemptOf();
  feed.crons.give(attempt);
  await until("it is said to be in hand", () => feed.crons.holding().some(({ runId }) => runId === attempt.runId));
  await until("it is completed", () => completed(attempt.runId).length === 1);
  assert.deepEqual(completed(attempt.runId)[0], {
    workerId: "wrk_one",
    runId: attempt.runId,
    attempt: 1,
    status: "failed",
    error: { code: "OOPS", message: "No." },
  });
  assert.ok(following);
});

test("ends an attempt whose lease is lost, and reports nothing of it", async () => {
  let ended = false;
  await using following = await follow(async (_attempt, signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    ended = true;
    return { status: "cancelled", error: null };
  });
  assert.ok(following);
  const attempt = attemptOf();
  feed.crons.give(attempt);
  feed.crons.lose(attempt.runId);
  await until("it is ended", () => ended);
  const next = attemptOf();
  feed.crons.lose(next.runId);
  feed.crons.give(next);
  await until("it is out of hand", () => feed.crons.holding().every(({ runId }) => runId !== attempt.runId));
  assert.deepEqual(completed(attempt.runId), []);
});

test("runs no more at once than it may", async () => {
  let [running, most] = [0, 0];
  const go = Promise.withResolvers<void>();
  await using following = await follow(async () => {
    running += 1;
    most = Math.max(most, running);
    await go.promise;
    running -= 1;
    return succeeded;
  }, 2);
  assert.ok(following);
  const attempts = [attemptOf(), attemptOf()];
  feed.crons.give(...attempts);
  await until("both run", () => running === 2);
  const late = attemptOf();
  feed.crons.give(late);
  go.resolve();
  await until("the third has run too", () => completed(late.runId).length === 1);
  assert.equal(most, 2);
});

test("when it stops, what runs comes to its end and is reported", async () => {
  const go = Promise.withResolvers<void>();
  let begun = false;
  const following = await follow(async () => {
    begun = true;
    await go.promise;
    return succeeded;
  });
  const attempt = attemptOf();
  feed.crons.give(attempt);
  await until("it runs", () => begun);
  const closed = following.close(10_000);
  go.resolve();
  await closed;
  assert.equal(completed(attempt.runId)[0]?.status, "succeeded");
});

test("when it stops, what does not end in time is ended and reported as such", async () => {
  let begun = false;
  const following = await follow(async (_attempt, signal) => {
    begun = true;
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return { status: "cancelled", error: { code: "FUNCTION_CANCELLED", message: "The worker is stopping." } };
  });
  const attempt = attemptOf();
  feed.crons.give(attempt);
  await until("it runs", () => begun);
  await following.close(10);
  assert.equal(completed(attempt.runId)[0]?.status, "cancelled");
});
