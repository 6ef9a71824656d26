import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RunAttempt, StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { createControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";
import { startFeedServer, type FeedServer } from "../../testing/feed-server.ts";
import { cronAttemptOf } from "../../testing/leased-attempts.ts";
import { until } from "../../testing/test-worker.ts";
import type { AttemptEnd } from "../runs/attempt-end.ts";
import { followLeasedRuns, type FollowingRuns } from "./follow-leased-runs.ts";

const started = new AsyncDisposableStack();
let feed: FeedServer;
before(async () => {
  feed = started.use(await startFeedServer());
});
after(() => started.disposeAsync());

const durableAttempt = (): StartedAttempt => ({
  ...cronAttemptOf(),
  mode: "durable",
  source: "api",
  parentId: null,
  startedAt: 0,
  remainingMs: 60_000,
  steps: [],
});
const deliveryAttempt = (): RunAttempt => {
  const { functionId: _functionId, deployment: _deployment, input: _input, trace: _trace, ...common } = cronAttemptOf();
  const request = {
    method: "POST" as const,
    path: "/hook",
    query: "",
    headers: {},
    url: "http://ferrule.example/hook",
    body: "",
  };
  return { ...common, mode: "delivery", endpointId: "ep_http", bindingId: "htb_hook", receivedAt: 0, request };
};

const succeeded: AttemptEnd = { end: "succeeded", reason: null };

/** Follows the feed's runs. `run` decides how each one ends. */
async function follow(
  run: (attempt: RunAttempt, signal: AbortSignal) => Promise<AttemptEnd>,
  concurrency = 4,
  from = feed,
): Promise<FollowingRuns & AsyncDisposable> {
  const client = createControlPlaneClient({ url: from.url, token: from.token });
  const log = createLog("worker", "silent");
  const following = followLeasedRuns({ client, workerId: "wrk_one", concurrency, ready: () => true, run, log });
  const close = async (graceMs = 0) => {
    await following.close(graceMs);
    await client[Symbol.asyncDispose]();
  };
  return { close, inHand: following.inHand, [Symbol.asyncDispose]: () => close() };
}
const completed = (runId: string) => feed.runs.completions().filter((one) => one.runId === runId);

test("runs an attempt once, however often it is given, and another attempt of the run again", async () => {
  const ran: string[] = [];
  await using following = await follow(async ({ runId, attempt }) => {
    ran.push(`${runId} ${attempt}`);
    return succeeded;
  });
  assert.ok(following);
  const [first, next] = [cronAttemptOf(), cronAttemptOf()];
  feed.runs.give(first, first);
  await until("it is completed", () => completed(first.runId).length === 1);
  feed.runs.give(first);
  feed.runs.give(first, next, { ...first, attempt: 2 });
  await until("the others are completed", () => completed(next.runId).length + completed(first.runId).length === 3);
  assert.deepEqual(ran.sort(), [`${first.runId} 1`, `${first.runId} 2`, `${next.runId} 1`].sort());
});

test("says what it has in hand until the control plane has taken its end", async () => {
  await using following = await follow(async () => ({ end: "failed", reason: "OOPS: No." }));
  feed.runs.failCompletions(2);
  const attempt = cronAttemptOf();
  feed.runs.give(attempt);
  await until("it is said to be in hand", () => feed.runs.holding().some(({ runId }) => runId === attempt.runId));
  await until("it is completed", () => completed(attempt.runId).length === 1);
  assert.deepEqual(completed(attempt.runId)[0], {
    workerId: "wrk_one",
    runId: attempt.runId,
    attempt: 1,
    mode: "cron",
    end: "failed",
    reason: "OOPS: No.",
  });
  assert.ok(following);
});

test("ends an attempt whose lease is lost, and reports nothing of it", async () => {
  let ended = false;
  await using following = await follow(async (_attempt, signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    ended = true;
    return { end: "failed", reason: "FUNCTION_CANCELLED: The worker is stopping." };
  });
  assert.ok(following);
  const attempt = cronAttemptOf();
  feed.runs.give(attempt);
  feed.runs.lose(attempt.runId);
  await until("it is ended", () => ended);
  const next = cronAttemptOf();
  feed.runs.lose(next.runId);
  feed.runs.give(next);
  await until("it is out of hand", () => feed.runs.holding().every(({ runId }) => runId !== attempt.runId));
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
  const attempts = [cronAttemptOf(), cronAttemptOf()];
  feed.runs.give(...attempts);
  await until("both run", () => running === 2);
  const late = cronAttemptOf();
  feed.runs.give(late);
  go.resolve();
  await until("the third has run too", () => completed(late.runId).length === 1);
  assert.equal(most, 2);
});

test("keeps places for the other kinds, however many runs of one kind wait and however long they take", async () => {
  await using own = await startFeedServer();
  let running = 0;
  const go = Promise.withResolvers<void>();
  const run = async ({ mode }: RunAttempt): Promise<AttemptEnd> => {
    if (mode !== "durable") return succeeded;
    running += 1;
    await go.promise;
    return { end: "succeeded", output: "null", shownOutput: "null", error: null, waits: [] };
  };
  await using following = await follow(run, 8, own);
  own.runs.give(...Array.from({ length: 1_000 }, durableAttempt));
  await until("they have all the places that they may have", () => running === 6);
  await until("it asks for the others only", () => {
    const [open, ...more] = own.runs.claims();
    return more.length === 0 && open?.modes.join() === "cron,delivery";
  });
  assert.deepEqual([following.inHand("runs"), following.inHand("deliveries")], [6, 0]);
  for (const other of [cronAttemptOf(), deliveryAttempt(), cronAttemptOf()]) {
    own.runs.give(other);
    await until("the other has run", () => own.runs.completions().some(({ runId }) => runId === other.runId));
  }
  assert.equal(running, 6);
  go.resolve();
  await until("more of them run", () => running > 12);
});

test("lends places to a kind whose attempts are brief, except for what it asks of the others", async () => {
  await using own = await startFeedServer();
  let [ended, running] = [0, 0];
  const go = Promise.withResolvers<void>();
  const run = async (_attempt: RunAttempt, signal: AbortSignal): Promise<AttemptEnd> => {
    signal.addEventListener("abort", () => go.resolve());
    running += 1;
    if (ended >= 24) await go.promise;
    ended += 1;
    running -= 1;
    return { end: "succeeded", output: "null", shownOutput: "null", error: null, waits: [] };
  };
  await using following = await follow(run, 8, own);
  assert.ok(following);
  own.runs.give(...Array.from({ length: 100 }, durableAttempt));
  await until("they have more places than six", () => running === 7);
  go.resolve();
  await until("all have run", () => ended === 100);
});

test("when it stops, what runs comes to its end and is reported", async () => {
  const go = Promise.withResolvers<void>();
  let begun = false;
  const following = await follow(async () => {
    begun = true;
    await go.promise;
    return succeeded;
  });
  const attempt = cronAttemptOf();
  feed.runs.give(attempt);
  await until("it runs", () => begun);
  const closed = following.close(10_000);
  go.resolve();
  await closed;
  assert.equal(completed(attempt.runId)[0]?.end, "succeeded");
});

test("when it stops, what does not end in time is ended and reported as such", async () => {
  let begun = false;
  const following = await follow(async (_attempt, signal) => {
    begun = true;
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return { end: "failed", reason: "FUNCTION_CANCELLED: The worker is stopping." };
  });
  const attempt = cronAttemptOf();
  feed.runs.give(attempt);
  await until("it runs", () => begun);
  await following.close(10);
  assert.equal(completed(attempt.runId)[0]?.end, "failed");
});
