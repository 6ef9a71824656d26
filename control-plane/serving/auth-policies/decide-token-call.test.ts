import assert from "node:assert/strict";
import { test } from "node:test";
import { jwtPolicy } from "@ferrule/contract/resources/caller-rules.ts";
import { oauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { decideTokenCall, type TokenCallFacts } from "./decide-token-call.ts";

const issuer = "https://login.acme.example";
const rules = [
  { when: { group: "support" }, allow: ["look_up"], tenant: { claim: "org" } },
  { when: { group: "support", scope: "write" }, allow: ["cancel"] },
  { allow: ["ping"] },
];
const jwt = jwtPolicy.parse({ issuer, rules, requiredClaims: [{ name: "hd", value: "acme.example" }] });
const facts: TokenCallFacts = {
  caller: { mode: "jwt", jwt },
  claims: { iss: issuer, sub: "ada", hd: "acme.example", groups: ["support"], org: "acme" },
  served: ["cancel", "look_up", "ping"],
  boundScopes: new Map([["ping", "ping:send"]]),
  target: "look_up",
};
const saidOf = (change: Partial<TokenCallFacts>) => {
  const { allowed, rule, reason } = decideTokenCall({ ...facts, ...change });
  return `${allowed ? "allow" : "deny"} by ${rule}: ${reason}`;
};

test("says which rule allows a call, in whose name, and what else the caller may call", () => {
  assert.deepEqual(decideTokenCall(facts), {
    allowed: true,
    rule: "rules",
    reason: "Rule 1 of the policy allows it.",
    caller: { kind: "jwt", id: "ada", name: "ada" },
    tenantId: "acme",
    rules: [
      { rule: 1, allow: ["look_up"] },
      { rule: 3, allow: ["ping"] },
    ],
    callable: ["look_up"],
  });
});

test("says why a call is denied, as a worker would decide", () => {
  const { claims } = facts;
  assert.equal(
    saidOf({ claims: { ...claims, iss: "https://evil.example" } }),
    `deny by credential: The policy trusts ${issuer}, not this issuer.`,
  );
  assert.equal(
    saidOf({ claims: { ...claims, hd: "evil.example" } }),
    "deny by credential: The policy requires the claim hd, which the token lacks.",
  );
  assert.equal(saidOf({ target: "cancel" }), "deny by rules: No rule of the policy allows it without the scope write.");
  assert.equal(saidOf({ claims: { ...claims, org: undefined } }), "deny by rules: No rule of the policy allows it.");
  assert.equal(saidOf({ target: "ping" }), "deny by scope: The token lacks the scope ping:send.");
  assert.equal(saidOf({ served: [] }), "deny by target: No such tool or route is served there.");
  assert.equal(saidOf({ caller: { mode: "api-key" } }), "deny by credential: The policy does not accept tokens.");
  assert.equal(
    saidOf({ target: "cancel", claims: { ...claims, scp: ["write"] } }),
    "allow by rules: Rule 2 of the policy allows it.",
  );
});

test("where people sign in, the basic scope opens what no other scope names", () => {
  const caller = {
    mode: "oauth" as const,
    oauth: oauthPolicy.parse({ scopes: [{ name: "ops", targets: ["cancel"] }] }),
  };
  const claims = { sub: "usr_1", scope: "call" };
  assert.match(saidOf({ caller, claims }), /^allow by token/);
  assert.equal(saidOf({ caller, claims, target: "cancel" }), "deny by scope: The token lacks the scope ops.");
  assert.equal(saidOf({ caller, claims: { sub: "usr_1" } }), "deny by scope: The token lacks the scope call.");
  assert.match(saidOf({ caller, claims, target: null }), /^allow by token/);
});
