import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { JsonSchema } from "../../internal/artifact.ts";
import { prepareFindIssues } from "./find-issues.ts";

const issues = (schema: JsonSchema, value: unknown) =>
  prepareFindIssues(schema, 100)(value, "input").map(({ path, message }) => `${path} ${message}`);
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: "object", properties, ...more });

describe("says all that is wrong", () => {
  test("at once, each at its place, in plain words", () => {
    const schema = object(
      {
        id: { type: "string", pattern: "^[A-Z]-\\d+$" },
        size: { enum: ["small", "large", 3] },
        kind: { const: "order" },
        count: { type: "integer", minimum: 1, multipleOf: 5 },
        lines: {
          type: "array",
          minItems: 1,
          items: object({ sku: { type: ["string", "null"] } }, { required: ["sku"] }),
        },
        when: { type: "string", format: "date-time" },
      },
      { required: ["id", "missing"], additionalProperties: false },
    );
    const value = {
      id: "hunter2",
      size: "hunter2",
      kind: 1,
      count: -3,
      lines: [{}, { sku: 1 }],
      when: "hunter2",
      b: 1,
    };
    assert.deepEqual(issues(schema, value), [
      "input.missing is required",
      "input.id must match the pattern ^[A-Z]-\\d+$",
      'input.size must be one of "small", "large" or 3',
      'input.kind must be "order"',
      "input.count must be at least 1",
      "input.count must be a multiple of 5",
      "input.lines.0.sku is required",
      "input.lines.1.sku must be a string or null",
      "input.when must be a date and time with its zone, like 2026-01-31T12:00:00Z",
      "input.b is not known here",
    ]);
    assert.doesNotMatch(issues(schema, value).join(), /hunter2/);
  });
  test("twenty issues and no more, of however many", () => {
    const schema = object({ list: { type: "array", items: { type: "string" } } });
    assert.equal(issues(schema, { list: Array.from({ length: 100_000 }, () => 1) }).length, 20);
  });
  test("of a long list of allowed values the first, and how many more there are", () => {
    const [told = ""] = issues({ enum: Array.from({ length: 500 }, (_, at) => `value-${at}`) }, 1);
    assert.match(told, /^input must be one of "value-0", .* and 480 more$/);
    const [short = ""] = issues({ enum: ["x".repeat(10_000), "y".repeat(10_000)] }, 1);
    assert.ok(short.length < 400);
  });
  test("also where a schema has both a constant and a list of values", () => {
    const both = { const: "a", enum: ["b", "c"] };
    assert.deepEqual(issues(both, "a"), ['input must be one of "b" or "c"']);
    assert.deepEqual(issues(both, "b"), ['input must be "a"']);
    assert.deepEqual(issues({ not: both }, "a"), []);
    assert.deepEqual(issues({ const: "a", enum: ["a", "b"] }, "a"), []);
  });

  test("nothing of what a marked value may be", () => {
    assert.deepEqual(issues({ const: "hunter2", "x-sensitive": true }, 1), ["input is not an allowed value"]);
  });
});

/** JSON Schema 2020-12, Core 10.3.1.3 and 11: each with values that fit, and values that do not. */
const evaluated: [string, JsonSchema, unknown[], unknown[]][] = [
  ["beside", { properties: { a: true }, patternProperties: { "^b": true } }, [{ a: 1, b1: 1 }], [{ c: 1 }]],
  ["for additional", { additionalProperties: { type: "string" } }, [{ c: "x" }], [{ c: 1 }]],
  ["in allOf", { allOf: [{ properties: { a: true } }] }, [{ a: 1 }], [{ b: 1 }]],
  ["in what fits of anyOf", { anyOf: [{ required: ["a"], properties: { a: true } }, true] }, [{ a: 1 }], [{ b: 1 }]],
  ["not in what fails", { anyOf: [{ required: ["z"], properties: { a: true } }, true] }, [{}], [{ a: 1 }]],
  ["not in not", { not: { required: ["z"], properties: { a: true } } }, [{}], [{ a: 1 }]],
  ["in if", { if: { required: ["a"], properties: { a: true } } }, [{ a: 1 }, {}], [{ b: 1 }]],
  [
    "in else",
    { if: { required: ["a"] }, else: { properties: { b: true } } },
    [{ b: 1 }, {}],
    [{ a: 1 }, { a: 1, b: 1 }],
  ],
  ["by a dependency", { dependentSchemas: { a: { properties: { a: true } } } }, [{ a: 1 }], [{ b: 1 }]],
  ["behind a reference", { $defs: { x: { properties: { a: true } } }, $ref: "#/$defs/x" }, [{ a: 1 }], [{ b: 1 }]],
  ["in prefixItems", { prefixItems: [true] }, [[], [1]], [[1, 2]]],
  ["in items", { allOf: [{ items: { type: "integer" } }] }, [[], [1, 2]], [["x"]]],
  ["by contains", { prefixItems: [true], contains: { type: "string" } }, [["a"], [1, "a"]], [[], [1], [1, "a", 2]]],
  ["by contains of any number", { contains: { type: "string" }, minContains: 0 }, [[], ["a", "b"]], [[1], ["a", 1]]],
  ["at most so often", { contains: { type: "string" }, maxContains: 1 }, [["a"]], [[], ["a", "b"]]],
];

describe("what a schema has evaluated", () => {
  for (const [name, schema, fit, others] of evaluated) {
    test(name, () => {
      const whole = { ...schema, unevaluatedItems: false, unevaluatedProperties: false };
      for (const value of fit) assert.deepEqual(issues(whole, value), [], JSON.stringify(value));
      for (const value of others) assert.notEqual(issues(whole, value).length, 0, JSON.stringify(value));
    });
  }
});

describe("of alternatives it tells", () => {
  const circle = object({ kind: { const: "circle" }, radius: { type: "number" } }, { required: ["kind", "radius"] });
  const square = object({ kind: { const: "square" }, side: { type: "number" } }, { required: ["kind", "side"] });
  const shape = { anyOf: [{ $ref: "#/$defs/circle" }, square], $defs: { circle } };
  const cases: [title: string, schema: JsonSchema, value: unknown, told: string[]][] = [
    ["what the one that is meant lacks", shape, { kind: "circle" }, ["input.radius is required"]],
    ["which there are", shape, { kind: "line" }, ['input.kind must be one of "circle" or "square"']],
    ["what tells them apart", shape, {}, ['input.kind is required, and must be one of "circle" or "square"']],
    ["their types", { anyOf: [{ type: "string" }, { type: "null" }] }, 1, ["input must be a string or null"]],
    ["their values", { oneOf: [{ const: 1 }, { const: 2 }] }, 3, ["input must be one of 1 or 2"]],
    [
      "the branch by type",
      { anyOf: [{ type: "null" }, circle] },
      { kind: "circle", radius: "x" },
      ["input.radius must be a number"],
    ],
    [
      "that more than one fits",
      { oneOf: [{ type: "number" }, { minimum: 1 }] },
      2,
      ["input fits more than one of the alternatives, and must fit exactly one"],
    ],
  ];
  for (const [title, schema, value, told] of cases) {
    test(title, () => assert.deepEqual(issues(schema, value), told));
  }
});

test("numbers that JSON cannot write are of no type", () => {
  for (const value of [Infinity, NaN]) assert.deepEqual(issues({ type: "number" }, value), ["input must be a number"]);
  assert.deepEqual(issues({ multipleOf: 0.01 }, 19.99), []);
  assert.equal(issues({ multipleOf: 0.01 }, 19.995).length, 1);
  assert.deepEqual(issues({ multipleOf: 1e-300 }, 1e300), []);
});

test("names of Object.prototype are members like others", () => {
  const value = JSON.parse('{"__proto__":1,"constructor":2}') as object;
  assert.deepEqual(issues({ additionalProperties: false }, value), [
    "input.__proto__ is not known here",
    "input.constructor is not known here",
  ]);
  assert.deepEqual(issues({ required: ["toString", "__proto__"] }, {}), [
    "input.toString is required",
    "input.__proto__ is required",
  ]);
});

describe("ends in time, with a sentence:", () => {
  const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
  const many = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));
  let random = 1;
  const bits = many(18_000, () => ((random = (random * 48_271) % 2_147_483_647) % 2 === 0 ? "a" : "b")).join("");
  let deep: unknown = {};
  for (let at = 0; at < 150; at += 1) deep = { c: deep };
  const child = { properties: { c: { $ref: "#/$defs/node" } } };
  const hostile: [title: string, schema: JsonSchema, value: unknown, sentence: RegExp][] = [
    [
      "many texts and a costly pattern",
      list({ pattern: "^(?:a|b)*a(?:a|b){120}$" }),
      many(200, () => bits),
      /takes too long/,
    ],
    [
      "a text that is too long for its pattern",
      { pattern: "^(?:a|b)*a(?:a|b){300}$" },
      bits,
      /is longer than the \d+ characters/,
    ],
    [
      "many names and patterns",
      { patternProperties: Object.fromEntries(many(70, (at) => [`(?:a|b)*a(?:a|b){60}${at}$`, {}])) },
      Object.fromEntries(many(5_000, (at) => [`${bits.slice(0, 100)}${at}`, 1])),
      /takes too long/,
    ],
    [
      "many items and many alternatives",
      list({ anyOf: many(5_000, (at) => ({ const: at })) }),
      many(100_000, () => -1),
      /takes too long|must be one of/,
    ],
    [
      "items that are all compared",
      { uniqueItems: true },
      many(100_000, (at) => ({ at, b: "x".repeat(50) })),
      /takes too long|^$/,
    ],
    [
      "a recursion that doubles",
      { $ref: "#/$defs/node", $defs: { node: { allOf: [child, child, { type: "object" }] } } },
      deep,
      /takes too long/,
    ],
    [
      "a flood of formats",
      list({ format: "uri" }),
      many(500, () => `http://${"a.".repeat(2_000)} `),
      /takes too long|absolute URI/,
    ],
    ["a reference to itself", { $ref: "#" }, 1, /nested too deeply|takes too long/],
    [
      "what has not been looked at",
      { allOf: many(200, () => ({ properties: { a: true } })), unevaluatedProperties: false },
      Object.fromEntries(many(50_000, (at) => [`m${at}`, 1])),
      /not known here|takes too long/,
    ],
    [
      "a pattern beyond the bounds",
      { pattern: `^${"a{0,1000}".repeat(50)}$` },
      "a",
      /cannot be checked: its pattern compiles to/,
    ],
  ];
  for (const [title, schema, value, sentence] of hostile) {
    test(title, () => {
      const findIssues = prepareFindIssues(schema, 100);
      const began = process.threadCpuUsage();
      const [first] = findIssues(value, "input");
      const { user, system } = process.threadCpuUsage(began);
      const lasted = (user + system) / 1_000;
      assert.match(first?.message ?? "", sentence);
      assert.ok(lasted < 1_500, `${lasted} ms`);
    });
  }
});

test("patterns keep no more memory than their cache may have", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const bits = (seed: number) => {
    let at = seed + 1;
    return Array.from({ length: 3_000 }, () => ((at = (at * 48_271) % 2_147_483_647) % 2 === 0 ? "a" : "b")).join("");
  };
  for (let one = 0; one < 60; one += 1) {
    prepareFindIssues({ pattern: `^(?:a|b)*a(?:a|b|${one}){${40 + (one % 60)}}$` }, 100)(bits(one), "input");
  }
  collect();
  const grown = (process.memoryUsage().heapUsed - before) / 1_048_576;
  assert.ok(grown < 100, `${grown} MB`);
});
