import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonSchema } from "../../internal/artifact.ts";
import { checkSchema } from "./check-schema.ts";

const problems = (schema: JsonSchema) => checkSchema(schema, null).map(({ path, message }) => `${path} ${message}`);
const text = (more: JsonSchema): JsonSchema => ({ type: "object", properties: { a: { type: "string", ...more } } });

/** This thread's CPU time for it, in milliseconds, so that a crowded machine does not matter. */
function timed(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}

describe("a pattern", () => {
  test("is bounded in size, told with its path and numbers before it is compiled", () => {
    const bomb = `^${"a{0,1000}".repeat(100)}$`;
    let told: string[] = [];
    assert.ok(timed(() => (told = problems(text({ pattern: bomb })))) < 200);
    assert.match(told.join(), /^\/properties\/a\/pattern compiles to 100002 steps, and may have 2500: make /);
  });
  test("is bounded together with the length of its texts", () => {
    const costly = { pattern: "^(?:a|b)*a(?:a|b){200}$" };
    assert.match(
      problems(text({ ...costly, maxLength: 100_000 })).join(),
      /allows texts of \d+ characters: lower maxLength/,
    );
    assert.deepEqual(problems(text({ ...costly, maxLength: 1_000 })), []);
    assert.deepEqual(problems(text(costly)), []);
  });
  test("is bounded together with all others of the schema", () => {
    const many = Object.fromEntries(
      Array.from({ length: 800 }, (_, at) => [`p${at}`, { type: "string", pattern: `(?:a|b)*a{0,100}${at}$` }]),
    );
    let told: string[] = [];
    assert.ok(timed(() => (told = problems({ type: "object", properties: many }))) < 3_000);
    assert.match(told[0] ?? "", /exceeds the schema's limit for patterns: together they may compile to 10000 steps/);
  });
  test("may be what people write", () => {
    const usual = [
      "^[A-Z]{3}-\\d{4,10}$",
      "^[^\\s@]+@[^\\s@]+\\.[a-z]{2,24}$",
      "^\\p{L}[\\p{L}\\p{M} '’-]{0,199}$",
      "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
      "^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$",
      "^.{1,1000}$",
    ];
    for (const pattern of usual) assert.deepEqual(problems(text({ pattern })), [], pattern);
  });
});

const named: [schema: JsonSchema, problem: string][] = [
  [text({ minLength: -1 }), "/properties/a/minLength must be an integer of at least 0"],
  [text({ required: ["b", "b"] }), "/properties/a/required must be a list of different names"],
  [text({ multipleOf: 0 }), "/properties/a/multipleOf must be a number above 0"],
  [{ properties: { "a/b": 1 } }, "/properties/a~1b must be a schema"],
  [{ dependencies: {} }, "/dependencies is not part of JSON Schema 2020-12: use dependentRequired or dependentSchemas"],
  [{ allOf: [] }, "/allOf must be a list of at least one schema"],
];

describe("names the place and what must stand there:", () => {
  for (const [schema, problem] of named) test(problem, () => assert.deepEqual(problems(schema), [problem]));
});

describe("answers soon about", () => {
  const chain = (length: number, link: (next: JsonSchema) => JsonSchema): JsonSchema => ({
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(
      Array.from({ length }, (_, at) => [`d${at}`, at === length - 1 ? {} : link({ $ref: `#/$defs/d${at + 1}` })]),
    ),
  });
  const ring = (size: number, steps: number): JsonSchema => ({
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(
      Array.from({ length: size }, (_, at) => [
        `d${at}`,
        {
          properties: Object.fromEntries(
            Array.from({ length: steps }, (_, to) => [`p${to}`, { $ref: `#/$defs/d${(at * 7 + to) % size}` }]),
          ),
        },
      ]),
    ),
  });
  const hostile: [title: string, schema: JsonSchema][] = [
    ["a chain of references in place", chain(5_000, (next) => next)],
    ["a chain of references under properties", chain(4_000, (next) => ({ properties: { a: next } }))],
    ["199 schemas that refer to each other", ring(199, 20)],
    [
      "10,000 patterns",
      { patternProperties: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`^a${n}`, {}])) },
    ],
    [
      "patterns of all scripts that are never of two minds",
      {
        patternProperties: Object.fromEntries(
          Array.from({ length: 3_000 }, (_, n) => [`^${n}[\\p{L}\\p{N}\\p{S}\\p{P}]{0,1000}$`, {}]),
        ),
      },
    ],
    [
      "20,000 properties",
      { properties: Object.fromEntries(Array.from({ length: 19_000 }, (_, n) => [`a${n}`, true])) },
    ],
    ["groups in groups", text({ pattern: `${"(".repeat(900)}a${")".repeat(900)}` })],
    ["choices in choices", text({ pattern: `${"(a|".repeat(400)}a${")".repeat(400)}` })],
    ["classes of all scripts", text({ pattern: "[\\p{L}\\p{N}\\p{S}\\p{P}]{0,1000}" })],
    [
      "a name of Object.prototype",
      JSON.parse('{"properties":{"__proto__":{"$ref":"#/properties/__proto__"}}}') as JsonSchema,
    ],
  ];
  for (const [title, schema] of hostile) {
    test(title, () => assert.ok(timed(() => checkSchema(schema, null)) < 2_000));
  }
});
