import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAddressRule, isPublicAddress } from "./allowed-addresses.ts";

describe("an address", () => {
  for (const address of [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001::1",
    "::127.0.0.1",
    "::7f00:1",
    "::8.8.8.8",
    "::ffff:0:127.0.0.1",
    "::ffff:0:8.8.8.8",
    "2002:a9fe:a9fe::",
    "2002:808:808::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "64:ff9b:1:7f00:1::",
    "100::1",
    "2001:2::1",
    "2001:3::1",
    "2001:10::1",
    "2001:20::1",
    "3fff::1",
    "5f00::1",
    "4000::1",
    "e000::1",
    "fe80::1%eth0",
    "fe80::1%1",
    "ff05::1:3",
    "192.0.0.192",
    "192.88.99.1",
    "127.1",
    "0x7f000001",
    "017700000001",
    "2130706433",
    "not an address",
  ]) {
    test(`is refused: ${address}`, () => assert.equal(isPublicAddress(address), false));
  }
  for (const address of ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]) {
    test(`is public: ${address}`, () => assert.equal(isPublicAddress(address), true));
  }
});

describe("an exception", () => {
  test("by CIDR opens its addresses, mapped ones too, and no others", () => {
    const rule = createAddressRule(["10.1.0.0/16", "fd00:1::/32"]);
    const allowed = (address: string) => rule("db.internal", "443", address);
    assert.deepEqual(["10.1.2.3", "::ffff:10.1.2.3", "fd00:1::5", "8.8.8.8"].map(allowed), [true, true, true, true]);
    assert.deepEqual(["10.2.0.1", "127.0.0.1", "fd00:2::5"].map(allowed), [false, false, false]);
  });
  test("by host:port opens that host at that port only", () => {
    const rule = createAddressRule(["mock.internal:8080", "[::1]:9000"]);
    assert.equal(rule("mock.internal", "8080", "127.0.0.1"), true);
    assert.equal(rule("mock.internal", "8081", "127.0.0.1"), false);
    assert.equal(rule("other.internal", "8080", "127.0.0.1"), false);
    assert.equal(rule("[::1]", "9000", "::1"), true);
  });
  test("that is neither is refused by name", () => {
    assert.throws(() => createAddressRule(["everything"]), /"everything" is neither a CIDR nor host:port/);
  });
});
