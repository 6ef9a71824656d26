import assert from "node:assert/strict";
import { test } from "node:test";
import { claimChoices } from "./claim-choices.ts";
import { decodedToken, newClaims, readClaims } from "./claims.ts";
import type { Policy } from "../policy-sentence.ts";
import { tokenNotes } from "./token-notes.ts";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (claims: unknown) => `${part({ alg: "RS256" })}.${part(claims)}.c2lnbmF0dXJl`;
const policy = (caller: object) =>
  ({ environment: "production", caller, allowedOrigins: [], apiKeys: [] }) as unknown as Policy;
const jwt = {
  issuer: "https://login.example",
  audience: null,
  clockSkewSeconds: 5,
  requiredClaims: [{ name: "hd", value: "acme" }],
  groupsClaim: "roles.app",
  rules: [
    { when: { group: "support", scope: "orders:write" }, allow: ["a"], tenant: { claim: "org_id" } },
    { when: { group: "support", claim: { name: "level", value: 2 } }, allow: ["b"] },
  ],
};

test("a pasted token is read, as it is copied from a header too, and nothing of it but the claims stays", () => {
  const claims = { sub: "Ada Łovelace", groups: ["support"] };
  for (const text of [token(claims), `Bearer ${token(claims)}`, `\n ${token(claims)} \n`]) {
    assert.deepEqual(readClaims(text), { claims });
    const decoded = decodedToken(text);
    assert.ok(decoded !== null && "text" in decoded);
    assert.doesNotMatch(decoded.text, /c2lnbmF0dXJl|RS256/);
  }
});

test("what is no token and no claims says so, and is never sent", () => {
  for (const text of ["", "null", "[]", '"a"', "{", "a.b.c", token([1]), `${token({})}.d.e`, "x".repeat(20_000)])
    assert.ok("problem" in readClaims(text), text.slice(0, 40));
  assert.ok("problem" in readClaims(JSON.stringify({ a: "x".repeat(16_384) })));
  assert.ok("problem" in readClaims('{"": 1}'));
  assert.ok("problem" in readClaims(`${"a".repeat(50_000)}.`.repeat(4)));
});

test("all that rules look at is offered once, is given, and is taken away again", () => {
  const given = policy({ mode: "jwt", jwt });
  const choices = claimChoices(given);
  assert.deepEqual(
    choices.map(({ label }) => label),
    ["claim hd “acme”", "group support", "permission orders:write", "claim org_id", "claim level 2"],
  );
  const start = readClaims(newClaims(given));
  assert.ok("claims" in start);
  let { claims } = start;
  for (const choice of choices) claims = choice.add(claims);
  assert.ok(choices.every((choice) => choice.isIn(claims)));
  assert.equal(claims["scope"], "orders:write");
  assert.deepEqual(claims["roles.app"], ["support"]);
  for (const choice of choices) claims = choice.remove(claims);
  assert.ok(choices.every((choice) => !choice.isIn(claims)));
});

test("one who signs in has the permission that every sign-in asks for", () => {
  assert.match(newClaims(policy({ mode: "oauth", oauth: { rules: [], scopes: [] } })), /"scope": "call"/);
});

test("what a worker would refuse beside the rules is said: times, audience, what is missing, a bound token", () => {
  const given = policy({ mode: "jwt", jwt });
  const address = "https://ferrule.example/mcp/a";
  const now = 1_000_000_000;
  const good = { iss: "a", sub: "a", aud: [address, "b"], exp: 1_000_060, nbf: 999_990 };
  const notes = (claims: object, isToken = true) => tokenNotes(claims as never, given, address, isToken, now);
  assert.deepEqual(notes(good), []);
  assert.deepEqual(notes({ sub: "chosen" }, false), []);
  assert.match(notes({ sub: "a" })[0] ?? "", /lacks iss, aud, exp/);
  assert.match(notes({ ...good, exp: 999_995 })[0] ?? "", /expired/);
  assert.deepEqual(notes({ ...good, exp: 999_996 }), []);
  assert.match(notes({ ...good, nbf: 1_000_010 })[0] ?? "", /counts only from/);
  assert.match(notes({ ...good, aud: "other" })[0] ?? "", /is for other\. This policy asks for/);
  assert.match(notes({ ...good, cnf: { jkt: "a" } })[0] ?? "", /bound to a key/);
  assert.match(notes({ ...good, exp: -1e300 })[0] ?? "", /expired at -1e\+300/);
});
