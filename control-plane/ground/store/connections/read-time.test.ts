import assert from "node:assert/strict";
import { test } from "node:test";
import { types } from "pg";
import { readTime } from "./read-time.ts";

const timestamptz = 1184;
const usual = types.getTypeParser(timestamptz) as (text: string) => unknown;

test("a time in UTC is read as the usual reader reads it", () => {
  const texts = [
    "2026-11-21 08:15:30+00",
    "2026-11-21 08:15:30.1+00",
    "2026-11-21 08:15:30.12+00",
    "2026-11-21 08:15:30.123+00",
    "2026-11-21 08:15:30.123999+00",
    "2024-02-29 23:59:59.999999+00",
    "1969-12-31 23:59:59.5+00",
    "0100-01-01 00:00:00+00",
    "9999-12-31 23:59:59.999+00",
  ];
  for (const text of texts) assert.deepEqual(readTime(text), usual(text), text);
  for (let at = 0; at < 1_000; at += 1) {
    const text = `2026-11-21 08:15:30.${String(at).padStart(3, "0")}+00`;
    assert.equal(readTime(text)?.getMilliseconds(), at);
  }
});

test("any other form is left to the usual reader", () => {
  const texts = [
    "infinity",
    "-infinity",
    "0044-03-15 12:00:00+00 BC",
    "0099-12-31 23:59:59+00",
    "12026-11-21 08:15:30+00",
    "2026-11-21 08:15:30+01",
    "2026-11-21 08:15:30.5-05:30",
    "2026-11-21 08:15:30,5+00",
    "2026-11-21+00",
    "2026-1x-21 08:15:30+00",
    "",
  ];
  for (const text of texts) assert.equal(readTime(text), undefined, text);
});
