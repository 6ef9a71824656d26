import assert from "node:assert/strict";
import { test } from "node:test";
import { deploymentsByDay, deploymentsSummary } from "./deployments-by-day.ts";

const one = (
  createdAt: string,
  status: "completed" | "failed" | "cancelled" | "queued",
  durationMs: number | null,
) => ({
  createdAt: `${createdAt}T23:59:59.000Z`,
  status,
  durationMs,
});
const deployments = [
  one("2026-11-03", "queued", null),
  one("2026-11-03", "completed", 3_000),
  one("2026-11-03", "failed", 9_000),
  one("2026-11-01", "completed", 1_000),
  one("2026-11-01", "cancelled", 500),
];

test("counts deployments by day and outcome; those that have not ended wait for theirs", () => {
  assert.deepEqual(
    deploymentsByDay(deployments, "2026-11-01", "2026-11-03").map(({ at, ...ended }) => [
      at.slice(0, 10),
      ...Object.values(ended),
    ]),
    [
      ["2026-11-01", 1, 0, 1],
      ["2026-11-02", 0, 0, 0],
      ["2026-11-03", 1, 1, 0],
    ],
  );
});

test("says how many failed and how long those that succeeded took", () => {
  assert.equal(
    deploymentsSummary(deployments, 30, false),
    "5 deployments in 30 days, 1 failed. Half took at most 3 s.",
  );
  assert.equal(
    deploymentsSummary(deployments.slice(0, 1), 30, true),
    "The newest 1 deployment in 30 days, none failed.",
  );
});
