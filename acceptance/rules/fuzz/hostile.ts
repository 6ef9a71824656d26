import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
};

const instants = [
  "2026-02-30T00:00:00.000Z",
  "0000-00-00T00:00:00.000Z",
  "0000-02-29",
  "0000-02-29T00:00:00.000Z",
  "0001-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59-14:00",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
  "infinity",
  "now()",
];

/** Texts that have broken a parser, database, regular expression or terminal before. */
export const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\uD800",
    "\uDFFF\uD800",
    "\uFFFE\uFFFF",
    "\u202Eevil\u2066",
    "\u0007\u001B[31m",
    "🦀👨‍👩‍👧‍👦",
    "ﷺ".repeat(200),
    "a".repeat(5_000),
    "x".repeat(600_000),
    "'; drop table users; --",
    "%00%0a%0d",
    "../../etc/passwd",
    "${7*7}{{7*7}}",
    "__proto__",
    "constructor",
    "null",
    "NaN",
    "-0",
    "1e400",
    "9".repeat(400),
    "fn_000000000000000000000000",
    `${"a-".repeat(2_000)}!`,
    `/${"{a}/".repeat(70)}`,
    ...instants,
  ),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
);

/** JSON of every kind, in place of the expected kind. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      -1,
      0,
      -0,
      0.1,
      1e308,
      -1e308,
      5e-324,
      2 ** 31,
      2 ** 53,
      2 ** 63,
      [],
      {},
      [[]],
      [null],
      { length: -1 },
      { toString: 1, valueOf: null },
      JSON.parse(`{"__proto__":{"admin":true},"constructor":{"prototype":1}}`),
      { $ref: "#", $defs: { a: { $ref: "#/$defs/a" } } },
      { type: "object", properties: { a: { pattern: "^(a+)+$" } } },
      { type: ["nope"], required: [1], properties: [] },
      nested(60),
      nested(190),
      nested(400),
      Array.from({ length: 3_000 }, (_, at) => at),
      Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`key${at}`, at])),
    ),
  },
);

/** Possible header values, as bytes that an HTTP client can send. */
export const hostileHeader: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    "*",
    `"1"`,
    `W/"1"`,
    `"999999999999"`,
    "null",
    "a,b",
    "x".repeat(4_000),
    "bytes=0-",
    "gzip, br",
    "text/event-stream",
  ),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 60 }),
  fc.string({ unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
);
