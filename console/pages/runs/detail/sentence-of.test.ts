import assert from "node:assert/strict";
import { test } from "node:test";
import { sentenceOf } from "./sentence-of.ts";

const run = {
  mode: "durable" as const,
  reason: null,
  status: "running" as const,
  cancelling: false,
  waitsFor: null,
  attempt: 2,
  steps: { done: 1, failed: 0 },
  error: null,
  startedAt: null,
  finishedAt: null,
};

test("A run says in a sentence what it does, what it waits for, and how it ended", () => {
  assert.equal(sentenceOf(run), "Attempt 2 runs after 1 step.");
  assert.equal(
    sentenceOf({ ...run, status: "waiting", waitsFor: "Waits for the event payment.paid." }),
    "Waits for the event payment.paid.",
  );
  const until = new Date(2025, 11, 30, 9, 5, 7).toISOString();
  assert.equal(
    sentenceOf({ ...run, status: "waiting", waitsFor: `Sleeps until ${until}.` }),
    "Sleeps until Dec 30, 2025, 09:05:07.",
  );
  assert.equal(sentenceOf({ ...run, status: "queued", attempt: 0 }), "It begins when there is room.");
  assert.equal(sentenceOf({ ...run, cancelling: true }), "Somebody has cancelled it. It ends within a second.");
  assert.equal(
    sentenceOf({ ...run, status: "failed", error: { code: "PAYMENT_DOWN", message: "Down." } }),
    "It failed with PAYMENT_DOWN after 1 step.",
  );
  const discarded = { ...run, mode: "delivery" as const, status: "cancelled" as const, steps: { done: 0, failed: 0 } };
  assert.equal(sentenceOf(discarded), "Somebody discarded it.");
  assert.equal(
    sentenceOf({ ...run, mode: "cron", status: "skipped", reason: "Its Function is not deployed." }),
    "Its Function is not deployed.",
  );
  assert.equal(sentenceOf({ ...run, status: "succeeded", attempt: 1, steps: { done: 0, failed: 0 } }), "It succeeded.");
});
