import assert from "node:assert/strict";
import { test } from "node:test";
import { callerProblem } from "./caller-problem.ts";

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
const jwt = {
  issuer: "https://login.example",
  audience: null,
  jwksUrl: null,
  algorithms: ["RS256" as const],
  clockSkewSeconds: 5,
  requiredClaims: [],
  groupsClaim: "groups",
  keys: true,
  rules: [],
  claims: [],
};
const ofJwt = (change: object) => callerProblem({ mode: "jwt", jwt: { ...jwt, ...change } });

test("what can be saved has no problem, and what cannot names its place in the form", () => {
  assert.equal(callerProblem({ mode: "api-key" }), null);
  assert.equal(callerProblem({ mode: "oauth", oauth }), null);
  assert.equal(ofJwt({}), null);
  assert.equal(ofJwt({ issuer: "" }), "Enter the issuer of the tokens.");
  assert.match(ofJwt({ issuer: "login" }) ?? "", /^The issuer must/);
  assert.match(ofJwt({ algorithms: [] }) ?? "", /^The list of algorithms must have at least 1 item\.$/);
  assert.match(ofJwt({ clockSkewSeconds: 61 }) ?? "", /^The clock difference must be at most 60\.$/);
  assert.match(ofJwt({ requiredClaims: [{ name: "" }] }) ?? "", /^Required claim 1: name must/);
  const good = { when: {}, allow: ["*"] };
  assert.equal(ofJwt({ rules: [good, { ...good, allow: [] }] }), "Rule 2: choose at least one thing that it allows.");
  assert.match(ofJwt({ rules: [{ ...good, when: { group: "" } }] }) ?? "", /^Rule 1: say what the caller must have/);
  assert.match(ofJwt({ rules: [{ ...good, tenant: { claim: "" } }] }) ?? "", /^Rule 1: name the tenant/);
  const scopes = [{ name: "a", description: "", targets: [] }];
  assert.equal(callerProblem({ mode: "oauth", oauth: { ...oauth, scopes } }), "Permission 1: choose what it opens.");
  const signature = { sender: "stripe" as const, secrets: [], toleranceSeconds: 300, replayWindowSeconds: 300 };
  assert.equal(callerProblem({ mode: "signature", signature }), "Add the secret with the signing key.");
});
