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
  const failed = await runEach(
    numbers(40),
    async (row) => {
      now += 1;
      most = Math.max(most, now);
      called.push(row);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      if (row === 31 || row === 7) throw new Error(`no ${row}`);
    },
    (count) => counts.push(count),
  );
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
  assert.deepEqual(
    await runEach(["a"], async () => {
      busy += 1;
      if (busy < 3) throw refusal(429, 0);
    }),
    [],
  );
  let refused = 0;
  const failed = await runEach(["a"], async () => {
    refused += 1;
    throw refusal(503, 0);
  });
  assert.deepEqual([busy, refused, failed.length], [3, 4, 1]);
});

test("any other refusal is not tried again", async () => {
  let calls = 0;
  const [failed] = await runEach(["a"], async () => {
    calls += 1;
    throw refusal(409);
  });
  assert.deepEqual([calls, failed?.error.message], [1, "Too many."]);
});
