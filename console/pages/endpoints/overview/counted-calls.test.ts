import assert from "node:assert/strict";
import { test } from "node:test";
import { callersText, countedCalls } from "./counted-calls.ts";

const call = (status: string, durationMs: number) => ({ status, durationMs, startedAt: `at ${durationMs}` });

test("counts calls and failures, with the time in the middle and the newest first", () => {
  const calls = [call("succeeded", 5), call("failed", 90), call("timed_out", 10), call("succeeded", 1)];
  assert.deepEqual(countedCalls(calls, false), { text: "4 calls, 2 failed (50%)", medianMs: 10, lastAt: "at 5" });
});

test("says that there are more than were read, and of how many a share is", () => {
  assert.equal(countedCalls([call("failed", 1)], true).text, "1+ calls, 1 failed (100% of the last 1)");
  assert.equal(countedCalls([call("succeeded", 1)], false).text, "1 call, none failed");
  assert.deepEqual(countedCalls([], false), { text: "no calls", medianMs: null, lastAt: null });
});

test("an endpoint without a key admits nobody", () => {
  assert.equal(callersText({ mode: "api-key", activeKeys: 0 }), "Nobody yet (no keys)");
  assert.equal(callersText({ mode: "none", activeKeys: 3 }), "Anyone, without a key");
  assert.equal(callersText({ mode: "jwt", activeKeys: 0 }), "Holders of an access token");
  assert.equal(callersText({ mode: "oauth", activeKeys: 0 }), "People who sign in");
  assert.equal(callersText({ mode: "signature", activeKeys: 0 }), "The sender of signed webhooks");
});
