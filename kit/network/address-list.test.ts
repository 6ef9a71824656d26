import assert from "node:assert/strict";
import { test } from "node:test";
import { addressList } from "./address-list.ts";

test("holds addresses and ranges, IPv4 written as IPv6 included", () => {
  const allows = addressList(["203.0.113.7", "10.1.0.0/16", "2001:db8::/32", "::1"]);
  for (const address of [
    "203.0.113.7",
    "::ffff:203.0.113.7",
    "::ffff:cb00:7107",
    "10.1.255.255",
    "2001:db8:ffff::1",
    "::1",
  ]) {
    assert.ok(allows(address), address);
  }
  for (const address of ["203.0.113.8", "10.2.0.0", "2001:db9::", "::2", "::ffff:10.2.0.1"]) {
    assert.ok(!allows(address), address);
  }
});

test("what is no single address is never allowed, whatever the list says", () => {
  const allows = addressList(["0.0.0.0/0", "::/0"]);
  assert.ok(allows("192.0.2.1"));
  for (const address of [undefined, "", "unknown", "10.0.0.1, 10.0.0.2", "10.0.0.1:80", "010.0.0.1", "1.2.3", "::g"]) {
    assert.ok(!allows(address), String(address));
  }
  assert.ok(!addressList(["neither"])("10.0.0.1"), "a list of nothing allows nothing");
});
