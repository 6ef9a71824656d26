import assert from "node:assert/strict";
import { test } from "node:test";
import { clientAddresses } from "./client-address.ts";

test("takes the right-most address that is no trusted proxy, whatever the client wrote before it", () => {
  const { behind } = clientAddresses(["10.0.0.0/8", "2001:db8::/32"]);
  assert.equal(behind("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.1.2.3"), "203.0.113.9");
  assert.equal(behind("10.0.0.1", "203.0.113.9:4711"), "203.0.113.9");
  assert.equal(behind("10.0.0.1", "[2001:4860::1]:443, 2001:db8::7"), "2001:4860::1");
});

test("believes nothing before an entry that is no address", () => {
  const { behind } = clientAddresses(["10.0.0.0/8"]);
  assert.equal(behind("10.0.0.1", "203.0.113.9, unknown, 10.1.2.3"), "10.1.2.3");
  assert.equal(behind("10.0.0.1", undefined), "10.0.0.1");
});

test("trusts only peers in the list, IPv4 written as IPv6 included", () => {
  const { peer } = clientAddresses(["127.0.0.1", "10.0.0.0/8"]);
  assert.deepEqual(peer("::ffff:10.9.9.9"), { address: "10.9.9.9", trusted: true });
  assert.deepEqual(peer("192.0.2.1"), { address: "192.0.2.1", trusted: false });
  assert.deepEqual(peer(undefined), { address: "", trusted: false });
});

test("names the entry of TRUSTED_PROXIES that is no address", () => {
  for (const proxy of ["proxy.internal", "10.0.0.0/x", "10.0.0.0/99", ""]) {
    assert.throws(() => clientAddresses([proxy]), Error, proxy);
  }
});
