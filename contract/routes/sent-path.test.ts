import assert from "node:assert/strict";
import { test } from "node:test";
import { sentPath } from "./sent-path.ts";

for (const [path, sent] of [
  ["/orders/{orderId}", "/orders/{orderId}"],
  ["/größe/{maß}/日本~x", "/gr%C3%B6%C3%9Fe/{maß}/%E6%97%A5%E6%9C%AC~x"],
  ["/\u{20000}", "/%F0%A0%80%80"],
  ["/", "/"],
] as const) {
  test(`${path} is sent as ${sent}`, () => assert.equal(sentPath(path), sent));
}
