import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenRuns, notAsAWhole, takenOf } from "./chosen-runs.ts";

test("A retry takes what the list shows, and its state only if such runs can be retried", () => {
  const search = { status: "failed", functionId: "fn_1", errorCode: "PAYMENT_DOWN", since: "2026-11-01T00:00:00.000Z" };
  assert.deepEqual(chosenRuns("retry", { ...search, status: "failed" }, "production"), {
    environment: "production",
    ...search,
  });
  const crons = { mode: "cron", cronBindingId: "crn_1" } as const;
  assert.deepEqual(chosenRuns("cancel", crons, "production"), {
    environment: "production",
    modes: ["cron"],
    cronBindingId: "crn_1",
  });
  assert.deepEqual(chosenRuns("retry", { status: "waiting" }, "development"), { environment: "development" });
  assert.deepEqual(chosenRuns("cancel", { status: "waiting" }, "development"), {
    environment: "development",
    status: "waiting",
  });
});

test("A list of one state counts only that state", () => {
  assert.deepEqual(takenOf("retry", "failed"), ["failed"]);
  assert.deepEqual(takenOf("retry", undefined), ["failed", "expired"]);
  assert.deepEqual(takenOf("cancel", "failed"), ["queued", "running", "waiting"]);
});

test("A list by key or parent is not changed as a whole", () => {
  assert.equal(notAsAWhole({ functionId: "fn_1" }), null);
  assert.match(notAsAWhole({ key: "order-7" }) ?? "", /Remove the filters/);
});
