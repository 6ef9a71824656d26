import assert from "node:assert/strict";
import { test } from "node:test";
import { noPermissions, type Permissions } from "./permissions.ts";
import { effectiveGrant } from "./effective-grant.ts";

const asking = (given: Partial<Permissions>): Permissions => ({ ...noPermissions, ...given });
const hosts = (declared: string[], ...granted: string[][]) =>
  effectiveGrant(
    asking({ hosts: declared }),
    granted.map((list) => asking({ hosts: list })),
  ).hosts;

test("grants what is declared where no policy limits it", () => {
  const declared = asking({ secrets: ["TOKEN"], hosts: ["api.example.com"], cache: true });
  assert.deepEqual(effectiveGrant(declared, []), declared);
  assert.deepEqual(effectiveGrant(declared, ["*"]), declared);
  assert.deepEqual(effectiveGrant(declared, [noPermissions, "*"]), declared);
});

test("grants nothing that is declared and in no policy, or in a policy and not declared", () => {
  const declared = asking({ secrets: ["A", "B"], hosts: ["a.example.com"], cache: true });
  assert.deepEqual(effectiveGrant(declared, [noPermissions]), noPermissions);
  const wide = asking({ secrets: ["A", "C"], hosts: ["a.example.com", "b.example.com"], cache: true });
  assert.deepEqual(effectiveGrant(noPermissions, [wide]), noPermissions);
  assert.deepEqual(effectiveGrant(declared, [wide]).secrets, ["A"]);
});

test("unites the policies of several endpoints", () => {
  const declared = asking({ secrets: ["A", "B", "C"], cache: true });
  const grant = effectiveGrant(declared, [asking({ secrets: ["A"] }), asking({ secrets: ["C"], cache: true })]);
  assert.deepEqual(grant, asking({ secrets: ["A", "C"], cache: true }));
});

test("grants the narrower of two host patterns", () => {
  assert.deepEqual(hosts(["*.example.com"], ["api.example.com"]), ["api.example.com"]);
  assert.deepEqual(hosts(["api.example.com"], ["*.example.com"]), ["api.example.com"]);
  assert.deepEqual(hosts(["*.example.com"], ["*.eu.example.com"]), ["*.eu.example.com"]);
  assert.deepEqual(hosts(["*.example.com"], ["*.example.com"]), ["*.example.com"]);
  assert.deepEqual(hosts(["*.example.com"], ["a.example.com"], ["b.example.com", "c.example.org"]), [
    "a.example.com",
    "b.example.com",
  ]);
});

test("never grants a host by a pattern that does not name it", () => {
  assert.deepEqual(hosts(["example.com"], ["*.example.com"]), []);
  assert.deepEqual(hosts(["badexample.com"], ["*.example.com"]), []);
  assert.deepEqual(hosts(["a.example.com"], ["b.example.com"]), []);
});

test("tells schemes and ports apart, with https and its port where none is named", () => {
  assert.deepEqual(hosts(["http://a.example.com"], ["a.example.com"]), []);
  assert.deepEqual(hosts(["a.example.com:8443"], ["a.example.com"]), []);
  assert.deepEqual(hosts(["a.example.com:443"], ["https://A.example.com"]), ["a.example.com:443"]);
  assert.deepEqual(hosts(["http://127.0.0.1:4010"], ["http://127.0.0.1:4010"]), ["http://127.0.0.1:4010"]);
  assert.deepEqual(hosts(["[::1]:8443"], ["[::1]:8443", "[::2]:8443"]), ["[::1]:8443"]);
});

test("grants the access to a collection that both name", () => {
  type Access = "read" | "write" | "read-write";
  const orders = (access: Access) => asking({ collections: [{ name: "orders", access }] });
  const access = (declared: Access, ...granted: Access[]) =>
    effectiveGrant(orders(declared), granted.map(orders)).collections[0]?.access;
  assert.equal(access("read-write", "read"), "read");
  assert.equal(access("write", "read-write"), "write");
  assert.equal(access("read", "write"), undefined);
  assert.equal(access("read-write", "read", "write"), "read-write");
  const other = asking({ collections: [{ name: "invoices", access: "read-write" }] });
  assert.deepEqual(effectiveGrant(orders("read"), [other]).collections, []);
});

test("grants the runs that are both declared and allowed, and has no list where none is declared", () => {
  const declared = asking({ runs: ["charge", "refund"] });
  assert.deepEqual(effectiveGrant(declared, []), declared);
  assert.deepEqual(effectiveGrant(declared, [noPermissions]).runs, []);
  assert.deepEqual(effectiveGrant(declared, [asking({ runs: ["refund", "ship"] }), noPermissions]).runs, ["refund"]);
  assert.deepEqual(effectiveGrant(noPermissions, [declared]), noPermissions);
});
