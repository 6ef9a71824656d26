import assert from "node:assert/strict";
import { test } from "node:test";
import type { EndpointState } from "@ferrule/contract/internal/changes.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import { policyLimits } from "@ferrule/contract/resources/policy-limits.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { endpointState } from "../../testing/deployed.ts";
import { serveLimits } from "./served-limits.ts";

const quotas = [
  { by: "caller", period: "day", requests: 5 },
  { by: "tenant", period: "month", requests: 50 },
];
const limits = policyLimits.parse({ keyRequestsPerMinute: 3, callerRequestsPerMinute: 2, quotas });
const limitsOf = (state: EndpointState, environment: Environment) =>
  serveLimits({ ...state, policy: state.policies[environment] }, environment);
const served = limitsOf(endpointState("http", {}, { limits }), "development");
const jwt = (change: Partial<Caller>): Caller => {
  return { kind: "jwt", id: "any", name: null, issuer: "https://a.example", subject: "ada", ...change };
};
const idsOf = (caller: Caller, address?: string) =>
  served.of({ caller, tenantId: "acme" }, address).map(({ id }) => id);

test("without limits in the policy only the endpoint's own counts, in each environment by itself", () => {
  const state = endpointState("http");
  const who = { caller: jwt({}), tenantId: "acme" };
  const [development, production] = (["development", "production"] as const).map((one) => limitsOf(state, one));
  assert.deepEqual(
    development?.of(who, undefined).map(({ name }) => name),
    ["endpoint"],
  );
  assert.notEqual(development?.of(who, undefined)[0]?.key, production?.of(who, undefined)[0]?.key);
});

test("a key is counted as a key, everybody else as a caller, and both as their tenant", () => {
  const namesOf = (caller: Caller) => served.of({ caller, tenantId: "acme" }, "192.0.2.1").map(({ name }) => name);
  assert.deepEqual(namesOf({ kind: "api-key", id: "key_a", name: "A" }), ["endpoint", "key", "tenant-month"]);
  for (const caller of [
    jwt({}),
    { kind: "anonymous", id: null, name: null },
    { kind: "webhook", id: null, name: "stripe" },
  ]) {
    assert.deepEqual(namesOf(caller as Caller), ["endpoint", "caller", "caller-day", "tenant-month"]);
  }
});

test("issuer and subject together are one caller, and cannot be put together to another one", () => {
  const [ada] = [idsOf(jwt({}))];
  assert.deepEqual(idsOf(jwt({ name: "Another name", email: "ada@a.example" })), ada);
  for (const other of [
    jwt({ subject: "eve" }),
    jwt({ issuer: "https://b.example" }),
    jwt({ issuer: 'https://a.example","ada', subject: "" }),
    jwt({ issuer: "https://a.exampleada", subject: "" }),
  ]) {
    assert.notDeepEqual(idsOf(other), ada);
  }
});

test("a token's name that the database cannot hold, or that is too long, is made one that it can", () => {
  const hostile = jwt({ email: `a\0b\ud800${"😀".repeat(400)}` });
  const [quota] = served.of({ caller: hostile, tenantId: "acme" }, undefined).flatMap(({ quota: one }) => one ?? []);
  assert.ok(quota?.name.isWellFormed() && !quota.name.includes("\0") && quota.name.length <= 300);
});
