import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiKey } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { decideCall, type CallFacts } from "./decide-call.ts";

const key: ApiKey = {
  id: "key_1",
  endpointId: "ep_1",
  environment: "development",
  name: "Agent",
  prefix: "fer_key_abcd",
  tenantId: "acme",
  scopes: ["look_up"],
  createdAt: "2026-11-21T08:00:00.000Z",
  expiresAt: null,
  lastUsedAt: null,
  status: "active",
};
const facts: CallFacts = {
  environment: "development",
  publicOrigin: "https://ferrule.example.com",
  isDeployed: true,
  status: "active",
  policy: { caller: { mode: "api-key" }, allowedOrigins: [] },
  key,
  origin: undefined,
  target: null,
};
const ruleOf = (over: Partial<CallFacts>) => {
  const { allowed, rule } = decideCall({ ...facts, ...over });
  return allowed ? `allowed by ${rule}` : `refused by ${rule}`;
};

test("admits a key's caller as its tenant, and a key without one as tenant default", () => {
  const decision = decideCall({ ...facts, target: { name: "look_up", isServed: true } });
  assert.deepEqual(
    [decision.allowed, decision.rule, decision.caller, decision.tenantId],
    [true, "api-key", { kind: "api-key", id: "key_1", name: "Agent" }, "acme"],
  );
  assert.equal(decideCall({ ...facts, key: { ...key, tenantId: null } }).tenantId, "default");
});

test("decides in the order of the runtime: deployment, origin, credential, status, scope, target", () => {
  const everything: CallFacts = {
    ...facts,
    isDeployed: false,
    origin: "https://evil.example.com",
    key: { ...key, status: "revoked" },
    status: "disabled",
    target: { name: "delete_all", isServed: false },
  };
  const mended: Partial<CallFacts>[] = [
    { isDeployed: true },
    { origin: undefined },
    { key },
    { status: "active" },
    { key: { ...key, scopes: null } },
    { target: { name: "delete_all", isServed: true } },
  ];
  const rules = Array.from({ length: mended.length + 1 }, (_, fixes) => {
    const held: CallFacts = Object.assign({}, everything, ...mended.slice(0, fixes));
    return decideCall(held).rule;
  });
  assert.deepEqual(rules, ["deployment", "origin", "credential", "status", "scope", "target", "api-key"]);
});

test("refuses a key of the other environment, an expired one and none at all", () => {
  assert.equal(ruleOf({ key: { ...key, environment: "production" } }), "refused by credential");
  assert.equal(ruleOf({ key: { ...key, status: "expired" } }), "refused by credential");
  assert.equal(ruleOf({ key: null }), "refused by credential");
});

test("admits anybody where the policy asks for nothing, and still knows a key", () => {
  const policy: CallFacts["policy"] = { caller: { mode: "none" }, allowedOrigins: [] };
  const stranger = decideCall({ ...facts, policy, key: null });
  assert.deepEqual([stranger.allowed, stranger.caller.kind, stranger.tenantId], [true, "anonymous", "default"]);
  assert.equal(decideCall({ ...facts, policy }).caller.id, "key_1");
});

test("where callers sign in, a key opens as the policy says", () => {
  const oauth = {
    keys: true,
    documents: true,
    registration: false,
    issuers: [],
    ask: "at-sign-in" as const,
    scopes: [],
    rules: [],
    claims: [],
  };
  const policyOf = (keys: boolean): CallFacts["policy"] => ({
    caller: { mode: "oauth", oauth: { ...oauth, keys } },
    allowedOrigins: [],
  });
  assert.equal(ruleOf({ policy: policyOf(true) }), "allowed by api-key");
  assert.equal(ruleOf({ policy: policyOf(false) }), "refused by credential");
  assert.equal(decideCall({ ...facts, key: null, policy: policyOf(false) }).reason, "The policy requires a sign-in.");
});

test("an address that the policy does not allow is told before anything else about the caller", () => {
  const policy: CallFacts["policy"] = {
    caller: { mode: "none" },
    allowedOrigins: [],
    allowedAddresses: ["10.0.0.0/8"],
  };
  const from = (address?: string) => ruleOf({ policy, address, origin: "https://evil.example" });
  assert.equal(from("192.0.2.1"), "refused by address");
  assert.equal(from("10.1.2.3"), "refused by origin");
  assert.equal(from(), "refused by origin");
});

const allowing = (allowedOrigins: string[], origin: string) =>
  ruleOf({ origin, policy: { caller: { mode: "api-key" }, allowedOrigins } });

test("allows the public origin, listed ones and with * every page but an opaque one", () => {
  assert.equal(allowing([], "https://ferrule.example.com"), "allowed by api-key");
  assert.equal(allowing(["https://app.example.com"], "https://app.example.com"), "allowed by api-key");
  assert.equal(allowing(["https://app.example.com"], "https://app.example.com.evil.example"), "refused by origin");
  assert.equal(allowing(["*"], "https://anywhere.example"), "allowed by api-key");
  assert.equal(allowing(["*"], "null"), "refused by origin");
});
