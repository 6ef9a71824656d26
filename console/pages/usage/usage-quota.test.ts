import assert from "node:assert/strict";
import { test } from "node:test";
import { busiestByDay, dailyQuota, quotaNames, quotaSentences, type UsageQuota } from "./usage-quota.ts";

const quota = (over: Partial<UsageQuota> = {}): UsageQuota => ({
  by: "key",
  period: "day",
  requests: 1_000,
  endpointId: "ep_1",
  endpointName: "Orders",
  ...over,
});
const row = (day: string, kind: "api-key" | "jwt" | "anonymous", calls: number) => ({
  day,
  caller: { kind, id: kind, name: null },
  tenantId: null,
  calls,
});
const range = { from: "2026-11-01", to: "2026-11-03" };

test("the chart shows the smallest quota of a day", () => {
  const monthly = quota({ period: "month", requests: 5 });
  assert.equal(dailyQuota([monthly, quota({ requests: 7 }), quota()])?.requests, 7);
  assert.equal(dailyQuota([monthly]), undefined);
  assert.equal(quotaNames.of(quota({ by: "tenant" })), "Quota of each tenant");
});

test("beside it stands what one key, caller or tenant used most, of those that the quota counts", () => {
  const rows = [
    row("2026-11-01", "api-key", 4),
    row("2026-11-01", "api-key", 9),
    row("2026-11-01", "jwt", 20),
    row("2026-11-03", "anonymous", 90),
    row("2026-11-03", "jwt", 3),
  ];
  assert.deepEqual(busiestByDay(rows, quota(), range), [9, 0, 0]);
  assert.deepEqual(busiestByDay(rows, quota({ by: "caller" }), range), [20, 0, 3]);
  const tenants = [2, 8].map((calls) => ({ day: "2026-11-02", caller: null, tenantId: `t${calls}`, calls }));
  assert.deepEqual(busiestByDay(tenants, quota({ by: "tenant" }), range), [0, 8, 0]);
});

test("says every quota with its endpoint, up to three", () => {
  assert.equal(quotaSentences([]), "");
  assert.equal(quotaSentences([quota()]), " Each API key can make 1,000 requests a day at Orders.");
  assert.match(quotaSentences([quota(), quota(), quota(), quota({ requests: 2 })]), / There is 1 more quota\.$/);
  assert.match(quotaSentences(Array.from({ length: 5 }, () => quota())), / There are 2 more quotas\.$/);
});
