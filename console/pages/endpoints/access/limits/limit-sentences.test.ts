import assert from "node:assert/strict";
import { test } from "node:test";
import { policyLimits } from "@ferrule/contract/resources/policy-limits.ts";
import { limitProblem, limitSentences } from "./limit-sentences.ts";

const none = policyLimits.parse({});

test("says from where and how often callers can call, and nothing where there is no limit", () => {
  assert.deepEqual(limitSentences({ allowedAddresses: [], limits: none }), []);
  const limits = policyLimits.parse({
    keyRequestsPerMinute: 60,
    quotas: [{ by: "tenant", period: "month", requests: 1_000_000 }],
  });
  assert.deepEqual(limitSentences({ allowedAddresses: ["203.0.113.7", "10.0.0.0/8"], limits }), [
    "Calls must come from 203.0.113.7 or 10.0.0.0/8.",
    "Each API key can make 60 requests a minute.",
    "Each tenant can make 1,000,000 requests a month.",
  ]);
  const many = Array.from({ length: 8 }, (_, at) => `10.0.0.${at}`);
  assert.match(
    limitSentences({ allowedAddresses: many, limits: none })[0] ?? "",
    /10\.0\.0\.4, or 3 more addresses\.$/,
  );
});

test("names what is wrong with a limit before it is sent", () => {
  assert.equal(limitProblem(none), null);
  assert.match(limitProblem({ ...none, keyRequestsPerMinute: 0 }) ?? "", /^Enter a rate/);
  assert.match(limitProblem({ ...none, callerRequestsPerMinute: Number.NaN }) ?? "", /^Enter a rate/);
  const quota = { by: "key", period: "day", requests: 5 } as const;
  assert.match(limitProblem({ ...none, quotas: [{ ...quota, requests: 0.5 }] }) ?? "", /^Enter for each quota/);
  assert.match(limitProblem({ ...none, quotas: [quota, { ...quota, requests: 9 }] }) ?? "", /^Two quotas/);
});
