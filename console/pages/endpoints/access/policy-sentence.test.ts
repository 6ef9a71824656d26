import assert from "node:assert/strict";
import { test } from "node:test";
import { declaredBy, mayTouch, noPermissions, touched, whoCanCall, withheld, type Policy } from "./policy-sentence.ts";

const key = (change: Partial<Policy["apiKeys"][number]> = {}) =>
  ({ environment: "production", status: "active", scopes: null, ...change }) as Policy["apiKeys"][number];
const policy = (change: Partial<Policy> = {}) =>
  ({ environment: "production", caller: { mode: "api-key" }, allowedOrigins: [], apiKeys: [], ...change }) as Policy;

test("says who can call: by mode, by keys that still open, by origins", () => {
  assert.match(
    whoCanCall(policy()),
    /^Nobody, until there is an API key, can call it in Production\. Web pages from other origins cannot\.$/,
  );
  assert.match(
    whoCanCall(policy({ apiKeys: [key(), key({ scopes: ["a"] }), key({ status: "revoked" })] })),
    /^Anyone with one of the 2 active API keys can call it in Production; 1 of them opens only what its scopes name\./,
  );
  assert.match(
    whoCanCall(policy({ caller: { mode: "none" }, environment: "development" })),
    /^Anyone .* in Development/,
  );
  assert.match(
    whoCanCall(policy({ allowedOrigins: ["https://a.example"] })),
    /Web pages from https:\/\/a\.example can call too/,
  );
});

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
const rule = { when: {}, allow: ["*"] };
const jwt = {
  issuer: "https://login.example",
  audience: null,
  requiredClaims: [{ name: "hd", value: "acme" }, { name: "email" }],
  keys: true,
  rules: [rule, rule],
};

test("says of sign-in who comes in by which programs, and what a token opens", () => {
  const says = (change: object, apiKeys: Policy["apiKeys"] = []) =>
    whoCanCall(policy({ caller: { mode: "oauth", oauth: { ...oauth, ...change } }, apiKeys }));
  assert.equal(
    says({}),
    "Anyone with an account here who signs in can call it in Production. Programs that a website vouches for may ask them to sign in. There are no rules, so a token opens everything. Web pages from other origins cannot.",
  );
  assert.match(says({}, [key()]), /signs in, and anyone with an API key, can call/);
  assert.doesNotMatch(says({ keys: false }, [key()]), /API key/);
  assert.match(says({ registration: true }), /Any program may ask them to sign in\./);
  assert.match(says({ documents: false }), /Only registered programs may ask them to sign in\./);
  assert.match(
    says({ scopes: [{ name: "a", description: "", targets: ["b"] }] }),
    /1 permission is asked for beside it at the sign-in\./,
  );
  assert.match(
    says({ ask: "when-needed", scopes: [{ name: "a", description: "", targets: ["b"] }] }),
    /1 permission is asked for when a call needs one\./,
  );
  assert.match(says({ rules: [rule] }), /1 rule says what a token opens\. The rest is denied\./);
});

test("says whose people may sign in beside those with an account, and who is named in vain", () => {
  const issuer = "https://login.example";
  const says = (known: object[], apiKeys: Policy["apiKeys"] = []) =>
    whoCanCall(
      policy({ caller: { mode: "oauth", oauth: { ...oauth, issuers: [issuer] } }, apiKeys }),
      known.map((one) => ({ issuer, name: "Acme", signsIn: true, vouches: false, domains: [], ...one })),
    );
  assert.match(says([{}]), /^Anyone with an account here who signs in, and anyone whom Acme signs in, can call it/);
  assert.match(
    says([{ domains: ["a.example", "b.example"] }], [key()]),
    /in with an address at a\.example or b\.example, and anyone with an API key, can/,
  );
  assert.match(says([{ signsIn: false, vouches: true }]), /, and anyone for whom Acme vouches, can call it/);
  const inVain =
    /^Anyone with an account here who signs in can call it in Production\. Nobody of https:\/\/login\.example can sign in/;
  assert.match(says([{ signsIn: false }]), inVain);
  assert.match(says([]), inVain);
});

test("says of another issuer's tokens whose they are, for whom, with which claims, and what they open", () => {
  const says = (change: object, apiKeys: Policy["apiKeys"] = []) =>
    whoCanCall(policy({ caller: { mode: "jwt", jwt: { ...jwt, ...change } } as Policy["caller"], apiKeys }));
  assert.equal(
    says({}),
    "Anyone with a token of https://login.example for this address with hd “acme” and email can call it in Production. 2 rules say what a token opens. The rest is denied. Web pages from other origins cannot.",
  );
  assert.match(
    says({ audience: "shop", requiredClaims: [] }, [key()]),
    /for shop, and anyone with an API key, can call/,
  );
  assert.match(
    whoCanCall(policy({ caller: { mode: "signature", signature: { sender: "stripe" } } as Policy["caller"] })),
    /^Only what stripe has signed can call it in Production\. Web/,
  );
});

test("says what a call may touch, and what the Functions declare in vain", () => {
  const declared = declaredBy([
    { secrets: ["A"], hosts: ["a.example"], collections: [{ name: "orders", access: "read" }], cache: false },
    { secrets: ["A", "B"], hosts: [], collections: [{ name: "orders", access: "write" }], cache: true },
  ]);
  assert.deepEqual(touched("*", declared), [
    { label: "Secrets", names: ["A", "B"] },
    { label: "Hosts", names: ["a.example"] },
    { label: "Collections", names: ["orders (read and write)"] },
    { label: "Cache", names: ["its own keys"] },
  ]);
  assert.match(mayTouch(noPermissions, declared), /no secrets, hosts, collections, connections, runs or cache/);
  assert.deepEqual(withheld({ ...noPermissions, secrets: ["A"], hosts: ["a.example"] }, declared), [
    "B",
    "orders",
    "the cache",
  ]);
  assert.deepEqual(withheld("*", declared), []);
});
