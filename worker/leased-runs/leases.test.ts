import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { AttemptsInHand } from "./attempts-in-hand.ts";
import { Leases } from "./leases.ts";

test("leases that are shorter than a worker expects at first are renewed in their time", async () => {
  const inHand = new AttemptsInHand();
  const renewed = Promise.withResolvers<void>();
  const ask = async () => {
    renewed.resolve();
    return { lost: [] };
  };
  const leases = new Leases(inHand, ask, createLog("worker", "silent"));
  const over = new AbortController();
  const renewing = leases.renewAgainAndAgain(over.signal);
  const run = Promise.withResolvers<void>();
  const began = performance.now();
  leases.given(2_000);
  inHand.begin({ runId: "run_1", attempt: 1 }, () => run.promise);
  await renewed.promise;
  const took = performance.now() - began;
  assert.ok(took < 2_000, `${took} ms`);
  over.abort();
  run.resolve();
  await renewing;
});
