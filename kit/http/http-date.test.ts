import assert from "node:assert/strict";
import { test } from "node:test";
import { httpDate } from "./http-date.ts";

const told = Date.UTC(1994, 10, 6, 8, 49, 37);
for (const [field, at] of [
  ["Sun, 06 Nov 1994 08:49:37 GMT", told],
  ["Sunday, 06-Nov-94 08:49:37 GMT", told],
  ["Sun Nov  6 08:49:37 1994", told],
  ["Wed, 31 Dec 2098 23:59:60 GMT", Date.UTC(2099, 0, 1)],
  [undefined, null],
  ["", null],
  ["2099", null],
  ["2099-01-01T00:00:00Z", null],
  ["1 Jan 2099", null],
  ["Sun, 06 Nov 1994 08:49:37 +0000", null],
  ["Sun, 06 Nov 1994 08:49:37", null],
  ["sun, 06 nov 1994 08:49:37 gmt", null],
  ["Sun, 6 Nov 1994 08:49:37 GMT", null],
  ["Sun, 31 Feb 1994 08:49:37 GMT", null],
  ["Sun, 06 Nov 1994 24:49:37 GMT", null],
  ["Sun, 06 Nov 1994 08:60:37 GMT", null],
] as const) {
  test(`${field} is ${at === null ? "no HTTP-date" : new Date(at).toISOString()}`, () =>
    assert.equal(httpDate(field), at));
}
