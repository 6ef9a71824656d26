import assert from "node:assert/strict";
import { test } from "node:test";
import { preconditionOf } from "./precondition.ts";

const then = "Sun, 06 Nov 1994 08:49:37 GMT";
const before = "Sun, 06 Nov 1994 08:49:36 GMT";
const later = "Mon, 07 Nov 1994 08:49:37 GMT";
const strong = { etag: '"a,b"', lastModified: then };
const weak = { etag: 'W/"a"' };

for (const [asked, of, verdict] of [
  [{}, strong, null],
  [{ "if-match": '"a,b"' }, strong, null],
  [{ "if-match": '"x", "a,b"' }, strong, null],
  [{ "if-match": "*" }, {}, null],
  [{ "if-match": '"x"' }, strong, "failed"],
  [{ "if-match": 'W/"a,b"' }, strong, "failed"],
  [{ "if-match": 'W/"a"' }, weak, "failed"],
  [{ "if-match": '"a"' }, {}, "failed"],
  [{ "if-match": "" }, strong, "failed"],
  [{ "if-match": '"a,b"', "if-unmodified-since": before }, strong, null],
  [{ "if-match": '"a,b"', "if-none-match": '"a,b"' }, strong, "unchanged"],
  [{ "if-unmodified-since": then }, strong, null],
  [{ "if-unmodified-since": before }, strong, "failed"],
  [{ "if-unmodified-since": before }, weak, null],
  [{ "if-unmodified-since": "1990" }, strong, null],
  [{ "if-none-match": 'W/"a,b"' }, strong, "unchanged"],
  [{ "if-none-match": '"a"' }, weak, "unchanged"],
  [{ "if-none-match": "*" }, weak, "unchanged"],
  [{ "if-none-match": '"b"' }, strong, null],
  [{ "if-none-match": '"b"', "if-modified-since": later }, strong, null],
  [{ "if-modified-since": then }, strong, "unchanged"],
  [{ "if-modified-since": before }, strong, null],
  [{ "if-modified-since": "2099" }, strong, null],
  [{ "if-modified-since": "2099-01-01" }, strong, null],
  [{ "if-modified-since": later }, { lastModified: "1994" }, null],
] as const) {
  test(`${JSON.stringify(asked)} of ${JSON.stringify(of)} is ${verdict ?? "answered"}`, () =>
    assert.equal(preconditionOf(asked, of), verdict));
}
