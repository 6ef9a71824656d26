import assert from "node:assert/strict";
import { test } from "node:test";
import { howToGrant, isGranted } from "./host-patterns.ts";

const granted = (url: string, ...hosts: string[]) => isGranted(new URL(url), hosts);

for (const [url, host, expected] of [
  ["https://api.github.com/x", "api.github.com", true],
  ["https://API.github.com/", "api.GitHub.com", true],
  ["https://api.github.com:443/", "api.github.com", true],
  ["http://api.github.com/", "api.github.com", false],
  ["https://api.github.com:8443/", "api.github.com", false],
  ["https://api.github.com:8443/", "api.github.com:8443", true],
  ["https://evil-api.github.com/", "api.github.com", false],
  ["https://api.github.com.evil.example/", "api.github.com", false],
  ["https://api.github.com./", "api.github.com", false],
  ["https://a.example.com/", "*.example.com", true],
  ["https://a.b.example.com/", "*.example.com", true],
  ["https://example.com/", "*.example.com", false],
  ["https://notexample.com/", "*.example.com", false],
  ["http://mock:4010/", "http://mock:4010", true],
  ["https://mock:4010/", "http://mock:4010", false],
  ["http://127.0.0.1:4010/", "http://127.0.0.1:4010", true],
  ["http://2130706433:4010/", "http://127.0.0.1:4010", true],
  ["http://[::1]:4010/", "http://[::1]:4010", true],
  ["https://a.example.com/", "https://a.example.com", true],
] as const) {
  test(`${url} ${expected ? "is" : "is not"} granted by ${host}`, () => assert.equal(granted(url, host), expected));
}

test("nothing is granted by an empty list", () => assert.equal(granted("https://a.example/"), false));

for (const [url, hosts, expected] of [
  ["https://api.example.com/x", [], /^Add "api\.example\.com" to `hosts`/],
  ["https://api.example.com:8443/x", [], /^Add "api\.example\.com:8443"/],
  [
    "http://api.example.com/x",
    ["api.example.com"],
    /^Add "http:\/\/api\.example\.com".* "api\.example\.com" covers https only\.$/,
  ],
  [
    "https://a.example.com/",
    ["http://*.example.com:81"],
    /"http:\/\/\*\.example\.com:81" covers http on port 81 only\.$/,
  ],
  ["https://example.com/", ["*.example.com"], /there too\.$/],
] as const) {
  test(`says how ${url} is granted beside ${hosts.join()}`, () =>
    assert.match(howToGrant(new URL(url), hosts), expected));
}
