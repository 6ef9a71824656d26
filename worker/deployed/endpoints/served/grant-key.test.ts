import assert from "node:assert/strict";
import { test } from "node:test";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { keyedGrant } from "./grant-key.ts";

const declared: Permissions = {
  secrets: ["TOKEN", "OTHER"],
  hosts: ["api.example.com", "*.files.example", "http://plain.example:8080"],
  collections: [
    { name: "orders", access: "read-write" },
    { name: "people", access: "read" },
  ],
  cache: true,
};
const policy = (change: Partial<Permissions>): Permissions => ({
  secrets: [],
  hosts: [],
  collections: [],
  cache: false,
  ...change,
});

test("the policy * leaves what the Function declares", () => {
  assert.deepEqual(keyedGrant(declared, "*").grant, declared);
});

test("a policy that allows nothing leaves nothing", () => {
  assert.deepEqual(keyedGrant(declared, policy({})).grant, policy({}));
});

test("secrets, cache and collections are what both name", () => {
  const allowed = policy({
    secrets: ["TOKEN", "THIRD"],
    cache: true,
    collections: [
      { name: "orders", access: "read" },
      { name: "people", access: "write" },
    ],
  });
  const { grant } = keyedGrant(declared, allowed);
  assert.deepEqual([grant.secrets, grant.cache], [["TOKEN"], true]);
  assert.deepEqual(grant.collections, [{ name: "orders", access: "read" }]);
});

for (const [allowed, granted] of [
  ["api.example.com", ["api.example.com"]],
  ["API.example.com:443", ["api.example.com"]],
  ["*.example.com", ["api.example.com"]],
  ["https://api.example.com", ["api.example.com"]],
  ["http://api.example.com", []],
  ["api.example.com:8443", []],
  ["*.com", ["api.example.com"]],
  ["a.files.example", ["a.files.example"]],
  ["*.a.files.example", ["*.a.files.example"]],
  ["files.example", []],
  ["http://plain.example:8080", ["http://plain.example:8080"]],
  ["plain.example:8080", []],
  ["evil-example.com", []],
] as const) {
  test(`hosts: the policy ${allowed} leaves ${granted.join(", ") || "none"}`, () => {
    assert.deepEqual(keyedGrant(declared, policy({ hosts: [allowed] })).grant.hosts, granted);
  });
}

test("equal grants have equal keys, different ones do not", () => {
  const keyOf = (change: Partial<Permissions>) => keyedGrant(declared, policy(change)).grantKey;
  assert.equal(keyOf({ secrets: ["TOKEN"] }), keyOf({ secrets: ["TOKEN", "UNDECLARED"] }));
  assert.notEqual(keyOf({ secrets: ["TOKEN"] }), keyOf({ secrets: ["OTHER"] }));
});
