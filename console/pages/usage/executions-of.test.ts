import assert from "node:assert/strict";
import { test } from "node:test";
import { executionsOf } from "./executions-of.ts";

const none = { day: null, caller: null, tenantId: null, tool: null, kind: null };
const range = { from: "2026-11-01", to: "2026-11-28" };

test("finds the calls of a row in the days that it counts", () => {
  const days = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-29T00:00:00.000Z", withoutTests: "true" };
  assert.deepEqual(executionsOf({ ...none, tenantId: "acme" }, range), { ...days, tenantId: "acme" });
  assert.deepEqual(executionsOf({ ...none, tool: { bindingId: "mcp_1", name: "find" } }, range), {
    ...days,
    bindingId: "mcp_1",
  });
  assert.deepEqual(executionsOf({ ...none, day: "2026-11-28" }, range, "rejected"), {
    from: "2026-11-28T00:00:00.000Z",
    to: "2026-11-29T00:00:00.000Z",
    withoutTests: "true",
    status: "rejected",
  });
  assert.deepEqual(executionsOf({ ...none, tenantId: "acme" }, range, "failed_or_timed_out"), {
    ...days,
    tenantId: "acme",
    status: "failed_or_timed_out",
  });
  const caller = { kind: "jwt" as const, id: "ada", name: null, issuer: "https://acme.example", subject: "ada" };
  assert.deepEqual(executionsOf({ ...none, caller }, range), { ...days, caller: "https://acme.example ada" });
});

test("finds nothing rather than other calls, where no filter has exactly these", () => {
  assert.equal(executionsOf({ ...none, caller: { kind: "anonymous", id: null, name: null } }, range), null);
  assert.equal(executionsOf({ ...none, tool: { bindingId: null, name: "look-up" } }, range), null);
  assert.equal(executionsOf({ ...none, kind: "prompt" }, range), null);
});
