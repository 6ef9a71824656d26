import assert from "node:assert/strict";
import { test } from "node:test";
import { comparedDeployments, deploymentsByDay, deploymentsSummary, endedByDay } from "./deployments-by-day.ts";

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

test("compares with the days before, and says nothing of days of which not all deployments are known", () => {
  const range = { from: "2026-11-01", to: "2026-11-03" };
  assert.deepEqual(endedByDay(deployments, range, false), [2, 0, 2]);
  assert.deepEqual(endedByDay(deployments, range, true), [null, 0, 2]);
  const said = (isPart: boolean) => comparedDeployments(deployments, "the 30 days before", isPart);
  assert.equal(said(false), " In the 30 days before: 5 deployments, 1 failed.");
  assert.equal(said(true), " At least 5 deployments in the 30 days before.");
  assert.equal(comparedDeployments([], "the 30 days before", false), " None in the 30 days before.");
});
