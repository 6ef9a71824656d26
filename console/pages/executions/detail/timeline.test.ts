import assert from "node:assert/strict";
import { test } from "node:test";
import { timelineOf } from "./timeline.ts";

const startedAt = "2030-01-01T12:00:00.000Z";
const at = "2030-01-01T12:00:00.030Z";
const call = { method: "GET", host: "api.example", path: "/x", status: 200, durationMs: 20, at };
const facts = {
  startedAt,
  gatewayMs: null,
  queueMs: 10,
  durationMs: 50,
  coldStart: true,
  calls: [call],
  hostCalls: [],
};

test("the run begins when the wait ends, and a request where its time says", () => {
  const { bars, totalMs } = timelineOf(facts);
  assert.equal(totalMs, 60);
  assert.deepEqual(
    bars.map(({ kind, fromMs, ms }) => [kind, fromMs, ms]),
    [
      ["queue", 0, 10],
      ["run", 10, 50],
      ["call", 30, 20],
    ],
  );
});

test("no answer and an error of the other side are failures", () => {
  const calls = [call, { ...call, status: 503 }, { ...call, status: null }];
  const { bars } = timelineOf({ ...facts, calls });
  assert.deepEqual(
    bars.slice(2).map(({ note, failed }) => [note, failed]),
    [
      ["200", false],
      ["503", true],
      ["no response", true],
    ],
  );
});

test("host calls and requests stand in the order they began, after the way through the gateway", () => {
  const hostCalls = [
    { name: "secrets.get", atMs: 5, durationMs: 1, ok: true },
    { name: "cache.set", atMs: 45, durationMs: 5, ok: false },
  ];
  const { bars, totalMs } = timelineOf({ ...facts, gatewayMs: 3, hostCalls });
  assert.equal(totalMs, 63);
  assert.deepEqual(
    bars.map(({ kind, fromMs, ms, note }) => [kind, fromMs, ms, note]),
    [
      ["gateway", 0, 3, ""],
      ["queue", 3, 10, ""],
      ["run", 13, 50, "cold start"],
      ["host", 18, 1, ""],
      ["call", 33, 20, "200"],
      ["host", 58, 5, "failed"],
    ],
  );
});
