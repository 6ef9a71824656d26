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
  assert.match(mayTouch(noPermissions, declared), /no secrets, hosts, collections, connections or cache/);
  assert.deepEqual(withheld({ ...noPermissions, secrets: ["A"], hosts: ["a.example"] }, declared), [
    "B",
    "orders",
    "the cache",
  ]);
  assert.deepEqual(withheld("*", declared), []);
});
