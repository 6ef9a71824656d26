import assert from "node:assert/strict";
import { test } from "node:test";
import { clientAddresses } from "./client-address.ts";

test("takes the right-most address that is no trusted proxy, whatever the client wrote before it", () => {
  const { behind } = clientAddresses(["10.0.0.0/8", "2001:db8::/32"], "x-forwarded-for");
  assert.equal(behind("10.0.0.1", { "x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.1.2.3" }), "203.0.113.9");
  assert.equal(behind("10.0.0.1", { "x-forwarded-for": "203.0.113.9:4711" }), "203.0.113.9");
  assert.equal(behind("10.0.0.1", { "x-forwarded-for": "[2001:4860::1]:443, 2001:db8::7" }), "2001:4860::1");
});

test("believes nothing before an entry that is no address", () => {
  const { behind } = clientAddresses(["10.0.0.0/8"], "x-forwarded-for");
  assert.equal(behind("10.0.0.1", { "x-forwarded-for": "203.0.113.9, unknown, 10.1.2.3" }), "10.1.2.3");
  assert.equal(behind("10.0.0.1", {}), "10.0.0.1");
});

test("trusts only peers in the list, IPv4 written as IPv6 included", () => {
  const { peer } = clientAddresses(["127.0.0.1", "10.0.0.0/8"], "x-forwarded-for");
  assert.deepEqual(peer("::ffff:10.9.9.9"), { address: "10.9.9.9", trusted: true });
  assert.deepEqual(peer("192.0.2.1"), { address: "192.0.2.1", trusted: false });
  assert.deepEqual(peer(undefined), { address: "", trusted: false });
});

test("names the entry of TRUSTED_PROXIES that is no address", () => {
  for (const proxy of ["proxy.internal", "10.0.0.0/x", "10.0.0.0/99", ""]) {
    assert.throws(() => clientAddresses([proxy], "x-forwarded-for"), Error, proxy);
  }
});

test("reads Forwarded instead where proxies write that, and X-Forwarded-For no more", () => {
  const { behind } = clientAddresses(["10.0.0.0/8", "2001:db8::/32"], "forwarded");
  for (const [forwarded, client] of [
    ["for=6.6.6.6, for=203.0.113.9;proto=https;by=10.0.0.2, for=10.1.2.3", "203.0.113.9"],
    ['for="203.0.113.9:4711"', "203.0.113.9"],
    ['proto=https; For="[2001:4860::1]:443" ;by=_x', "2001:4860::1"],
    ['for=6.6.6.6;by="a, for=7.7.7.7", for=203.0.113.9', "203.0.113.9"],
    // A quote that a caller has opened swallows nothing that a proxy appends.
    ['for=6.6.6.6;by=", for=203.0.113.9', "203.0.113.9"],
    ['for=6.6.6.6;by=", for="[2001:4860::1]"', "2001:4860::1"],
    ['for=6.6.6.6;by=", for="10.1.2.3"', "10.1.2.3"],
    // What says nothing, or more than one thing, ends the search.
    ["for=6.6.6.6, for=unknown, for=10.1.2.3", "10.1.2.3"],
    ["for=6.6.6.6, for=_hidden", "10.0.0.1"],
    ["for=6.6.6.6, proto=https", "10.0.0.1"],
    ["for=6.6.6.6;for=7.7.7.7", "10.0.0.1"],
    ["for=6.6.6.6;", "10.0.0.1"],
    ['for=6.6.6.6 "x"', "10.0.0.1"],
    ["", "10.0.0.1"],
  ] as const) {
    assert.equal(behind("10.0.0.1", { forwarded, "x-forwarded-for": "8.8.8.8" }), client, forwarded);
  }
  assert.equal(behind("10.0.0.1", { forwarded: `${'"\\'.repeat(8_000)}for=6.6.6.6` }), "10.0.0.1");
});

test("believes Forwarded no more than before where proxies write X-Forwarded-For", () => {
  const { behind } = clientAddresses(["10.0.0.0/8"], "x-forwarded-for");
  assert.equal(behind("10.0.0.1", { forwarded: "for=6.6.6.6" }), "10.0.0.1");
});
