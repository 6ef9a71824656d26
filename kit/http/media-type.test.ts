import assert from "node:assert/strict";
import { test } from "node:test";
import { isInUtf8, mediaTypeOf } from "./media-type.ts";

for (const [field, essence, charset, isRead] of [
  [undefined, "", null, true],
  ["", "", null, true],
  ["application/json", "application/json", null, true],
  ['application/json; charset="utf-8"', "application/json", "utf-8", true],
  ["Application/JSON ;Charset=UTF-8; profile=x", "application/json", "utf-8", true],
  ["application/json;charset=utf8;", "application/json", "utf8", true],
  ["application/json; charset", "application/json", null, true],
  ['application/json; profile="a;charset=latin1"', "application/json", null, true],
  ["text/plain; charset=us-ascii", "text/plain", "us-ascii", true],
  ['application/json; charset="ISO-8859-1"', "application/json", "iso-8859-1", false],
  ["application/json; charset=utf-16le", "application/json", "utf-16le", false],
  ["application/json, text/plain", "", null, true],
  ["json", "", null, true],
  ["application/", "", null, true],
] as const) {
  test(`the content type ${field} names ${essence || "nothing"} in ${charset ?? "no charset"}`, () => {
    const read = mediaTypeOf(field);
    assert.deepEqual([read, isInUtf8(read)], [{ essence, charset }, isRead]);
  });
}

test("a content type of 16,000 characters is read in no time", () => {
  for (const part of [";", "; charset", '; a="', "\\", '; a="\\', " ", "; charset=utf-8"]) {
    const began = performance.now();
    mediaTypeOf(`application/json${part.repeat(16_000 / part.length)}`);
    assert.ok(performance.now() - began < 200, part);
  }
});
