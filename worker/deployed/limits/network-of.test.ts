import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf } from "./network-of.ts";

test("counts an IPv6 network of 64 bits as one caller", () => {
  assert.equal(networkOf("192.0.2.1"), "192.0.2.1");
  assert.equal(networkOf("::ffff:192.0.2.1"), "192.0.2.1");
  assert.equal(networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:DB8:1:2::9"), networkOf("2001:db8:1:2:ffff::"));
  assert.equal(networkOf("fe80::1%eth0"), "fe80:0:0:0::/64");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.equal(networkOf(undefined), "unknown");
});
