import assert from "node:assert/strict";
import test from "node:test";
import type { ExecutionRecord, LogEntry } from "@ferrule/contract/internal/execution.ts";
import { sampleRecord } from "@ferrule/contract/internal/testing/sample-record.ts";
import type { Invocation } from "../../running/sandbox/call/invocation.ts";
import { workedMs } from "../../testing/worked-ms.ts";
import { maskLive } from "../../calls/executions/mask-live.ts";
import { maskValues } from "@ferrule/kit/masking/mask-values.ts";
import { createMasker } from "./masker.ts";

const secret = "80154213977";
const place = { projectId: "prj_1", environment: "production" } as const;
const known = maskValues([secret], "[masked]");
const masker = createMasker({
  names: ["Favourite-Colour"],
  values: (at) => (at.projectId === place.projectId && at.environment === place.environment ? known : null),
});
const at = "2026-11-21T08:15:30.123Z";

const record = (over: Partial<ExecutionRecord>) =>
  sampleRecord({
    id: "exe_1",
    ...place,
    requestId: "req_1",
    functionId: "fn_1",
    functionName: "f",
    source: "http",
    startedAt: at,
    workerId: "wrk",
    ...over,
  });

test("every part that a Function or a caller writes is masked; facts of the call stay", () => {
  const leaking = record({
    input: { [secret]: secret, number: Number(secret), nested: [JSON.stringify({ secret })] },
    output: `x${secret}`,
    error: { code: `C${secret}`, message: secret, stack: `Error: ${secret}\n  at f.ts:1:1` },
    logs: [{ at, level: "info", message: secret, data: { a: [secret] } }],
    calls: [{ method: "GET", host: "api.example.com", path: `/bot${secret}/send`, status: 200, durationMs: 1, at }],
  });
  const masked = masker.record(leaking);
  assert.doesNotMatch(JSON.stringify(masked), new RegExp(secret));
  assert.deepEqual(masked.calls, [{ ...leaking.calls[0], path: "/bot[masked]/send" }]);
  assert.deepEqual(masked.error, { code: "C[masked]", message: "[masked]", stack: "Error: [masked]\n  at f.ts:1:1" });
  assert.deepEqual(
    { ...masked, cpuMs: leaking.cpuMs, input: null, output: null, error: null, logs: [], calls: [] },
    record({}),
  );
});

test("another Project's or environment's record is not searched, and an ordinary record is not copied in part", () => {
  const elsewhere = record({ environment: "development", output: secret });
  assert.equal(masker.record(elsewhere).output, secret);
  const ordinary = record({ input: { text: "nothing" }, output: [1, 2] });
  assert.equal(masker.record(ordinary).input, ordinary.input);
});

test("names that the installation adds are masked in any spelling", () => {
  const { input } = masker.record(record({ input: { favouriteColour: "red", FAVOURITE_COLOUR: 1, colour: "blue" } }));
  assert.deepEqual(input, { favouriteColour: "[masked]", FAVOURITE_COLOUR: "[masked]", colour: "blue" });
});

test("a large value is masked before it is shortened", () => {
  const { output } = masker.record(record({ output: `${"x".repeat(2_000)}${secret}${"y".repeat(100_000)}` }));
  assert.doesNotMatch(JSON.stringify(output), /80154/);
});

test("log entries and progress are masked while the call runs", async () => {
  const entries: LogEntry[] = [];
  const messages: (string | null)[] = [];
  const run = maskLive(async ({ onLog, onProgress }) => {
    onLog?.({ at, level: "info", message: secret.slice(0, 5), data: secret.slice(5) });
    onProgress?.(1, 2, `at ${secret}`);
    onProgress?.(2, 2, null);
    return undefined as never;
  }, masker);
  const watching = {
    onLog: (entry: LogEntry) => entries.push(entry),
    onProgress: (_done: number, _total: number | null, message: string | null) => messages.push(message),
  };
  await run({ ...place, ...watching } as unknown as Invocation);
  assert.deepEqual(entries, [{ at, level: "info", message: "[masked]", data: "[masked]" }]);
  assert.deepEqual(messages, ["at [masked]", null]);
});

test("a value as people see it is masked, and cut where it is long", () => {
  const value = { order: "A-1", password: "x", token: Number(secret), note: `at ${secret}` };
  assert.equal(
    masker.shown(place, value),
    '{"order":"A-1","password":"[masked]","token":"[masked]","note":"at [masked]"}',
  );
  for (const [given, text] of [
    [null, "null"],
    [7, "7"],
    ["a", '"a"'],
    [undefined, "null"],
  ] as const)
    assert.equal(masker.shown(place, given), text);
  const long = masker.shown(place, { list: ["😀".repeat(9_000), secret] });
  assert.ok(long.length <= 16_384 && long.isWellFormed() && !long.includes(secret));
  const larger = masker.shown(place, { list: Array.from({ length: 90_000 }, () => secret) });
  assert.ok(larger.length <= 16_384 && !larger.includes(secret.slice(0, 6)));
});

test("a text full of escapes costs no more than a moment", () => {
  const text = "%5C%75%30%30%34%31\\u0025\\\\".repeat(40_000);
  const began = process.threadCpuUsage();
  masker.record(record({ output: text }));
  assert.ok(workedMs(began) < 5_000, "a megabyte of escapes, on any machine");
});

test("the processor time of masking is charged to the call: the more it must look through, the more", () => {
  // The kernel updates a thread's time with each of its ticks, so a single record may cost nothing.
  const meanMs = (input: string) => {
    const costs = Array.from({ length: 50 }, () => masker.record(record({ input, cpuMs: 2 })).cpuMs);
    return costs.reduce((sum, ms) => sum + ms, 0) / costs.length;
  };
  const [small, large] = [meanMs("a"), meanMs("ab1".repeat(80_000))];
  assert.ok(small >= 2 && small < 52, `${small} ms`);
  assert.ok(large > 2.2, `${large} ms`);
  assert.ok(large > small, `${large} and ${small} ms`);
});
