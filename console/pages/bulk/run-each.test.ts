import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@ferrule/contract/api-error.ts";
import { runEach } from "./run-each.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test("each row is called once, four at a time, and what failed comes back in order", async () => {
  const called: number[] = [];
  let now = 0;
  let most = 0;
  const counts: number[] = [];
  const { failed, left } = await runEach(
    numbers(40),
    async (row) => {
      now += 1;
      most = Math.max(most, now);
      called.push(row);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      if (row === 31 || row === 7) throw new Error(`no ${row}`);
    },
    { onEnded: (count) => counts.push(count) },
  );
  assert.deepEqual(left, []);
  assert.deepEqual(called, numbers(40));
  assert.equal(most, 4);
  assert.deepEqual(counts, numbers(41).slice(1));
  assert.deepEqual(
    failed.map(({ row, error }) => [row, error.message]),
    [
      [7, "no 7"],
      [31, "no 31"],
    ],
  );
});

const refusal = (status: number, waitSeconds?: number) =>
  new ApiError(status, { code: "RATE_LIMITED", message: "Too many.", requestId: "" }, waitSeconds);

test("a refusal that names the time to wait is tried again, at most four times in all", async () => {
  let busy = 0;
  const patient = await runEach(["a"], async () => {
    busy += 1;
    if (busy < 3) throw refusal(429, 0);
  });
  assert.deepEqual(patient, { failed: [], left: [] });
  let refused = 0;
  const { failed } = await runEach(["a"], async () => {
    refused += 1;
    throw refusal(503, 0);
  });
  assert.deepEqual([busy, refused, failed.length], [3, 4, 1]);
});

test("any other refusal is not tried again", async () => {
  let calls = 0;
  const { failed } = await runEach(["a"], async () => {
    calls += 1;
    throw refusal(409);
  });
  assert.deepEqual([calls, failed[0]?.error.message], [1, "Too many."]);
});

test("stopping lets what is on its way end, and leaves the others", async () => {
  const stop = new AbortController();
  const called: number[] = [];
  const { failed, left } = await runEach(
    numbers(2_000),
    async (row) => {
      called.push(row);
      if (row === 9) stop.abort();
      await new Promise((resolve) => setImmediate(resolve));
      if (row === 10) throw new Error("no 10");
    },
    { signal: stop.signal },
  );
  assert.deepEqual(called, numbers(called.length));
  assert.ok(called.length >= 10 && called.length <= 13, `${called.length}`);
  assert.deepEqual(left, numbers(2_000).slice(called.length));
  assert.deepEqual(
    failed.map(({ row }) => row),
    called.length > 10 ? [10] : [],
  );
});

test("stopping ends the wait of a row that the server has no room for", async () => {
  const stop = new AbortController();
  let calls = 0;
  const run = runEach(
    ["a", "b"],
    async () => {
      calls += 1;
      throw refusal(429, 3_600);
    },
    { signal: stop.signal },
  );
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  assert.deepEqual([await run, calls], [{ failed: [], left: ["a", "b"] }, 2]);
});
