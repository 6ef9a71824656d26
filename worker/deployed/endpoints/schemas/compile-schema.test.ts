import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { workedMs } from "../../../testing/worked-ms.ts";
import { compileSchema } from "./compile-schema.ts";

const issuesOf = (schema: Record<string, unknown>, value: unknown) => compileSchema(schema, "input")(value);
const object = (properties: Record<string, unknown>, more = {}) => ({ type: "object", properties, ...more });

describe("validation", () => {
  test("says where and what, never the value", () => {
    const schema = object({ a: object({ "b/c": { type: "array", items: { enum: ["x"] } } }) }, { required: ["z"] });
    assert.deepEqual(issuesOf(schema, { a: {} }), [{ path: "input.z", message: "is required" }]);
    const issues = issuesOf(schema, { z: 1, a: { "b/c": ["x", "hunter2"] } });
    assert.equal(issues?.[0]?.path, "input.a.b/c.1");
    assert.doesNotMatch(JSON.stringify(issues), /hunter2/);
  });
  test("unknown fields are named where the schema forbids them", () => {
    const schema = object({}, { additionalProperties: false });
    assert.deepEqual(issuesOf(schema, { extra: 1 }), [{ path: "input.extra", message: "is not known here" }]);
    assert.equal(issuesOf(schema, JSON.parse('{"__proto__":1}'))?.[0]?.path, "input.__proto__");
  });
  test("a required field is the value's own, not its prototype's", () => {
    assert.notEqual(issuesOf(object({}, { required: ["toString"] }), {}), null);
  });
  test("keywords that ajv has beyond JSON Schema change nothing", () => {
    const text = object({ a: { type: "string", nullable: true } }, { $async: true, id: "x" });
    assert.deepEqual(issuesOf(text, { a: 5 }), [{ path: "input.a", message: "must be a string" }]);
    assert.equal(issuesOf(text, { a: null })?.length, 1);
  });
  test("a reference to the root holds", () => {
    const nested = object({ next: { $ref: "#" } }, { additionalProperties: false });
    assert.equal(issuesOf(nested, { next: { next: {} } }), null);
    assert.equal(issuesOf(nested, { next: { next: { a: 1 } } })?.[0]?.path, "input.next.next.a");
  });
  test("coerces nothing", () => {
    assert.notEqual(issuesOf(object({ n: { type: "integer" } }), { n: "5" }), null);
  });
  test("formats are checked, and a very long text has none", () => {
    assert.equal(issuesOf(object({ e: { type: "string", format: "email" } }), { e: "a@example.com" }), null);
    assert.notEqual(issuesOf(object({ e: { type: "string", format: "email" } }), { e: "nobody" }), null);
    const long = `a@${"a-".repeat(500_000)}example.com`;
    const began = process.threadCpuUsage();
    assert.notEqual(issuesOf(object({ e: { type: "string", format: "email" } }), { e: long }), null);
    assert.ok(workedMs(began) < 500);
  });
  test("$defs, $ref, $anchor, allOf, if/then/else and unevaluatedProperties hold", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { home: { $ref: "#/$defs/address" }, work: { $ref: "#street" }, kind: { type: "string" } },
      allOf: [{ anyOf: [{ required: ["home"] }, { required: ["work"] }] }],
      if: { properties: { kind: { const: "strict" } }, required: ["kind"] },
      // eslint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
      then: { required: ["home"] },
      unevaluatedProperties: false,
      $defs: { address: { type: "object", required: ["city"] }, street: { $anchor: "street", type: "string" } },
    };
    assert.equal(issuesOf(schema, { home: { city: "Ulm" } }), null);
    assert.equal(issuesOf(schema, { work: "Main" }), null);
    assert.notEqual(issuesOf(schema, { home: {} }), null);
    assert.notEqual(issuesOf(schema, { work: "Main", kind: "strict" }), null);
    assert.notEqual(issuesOf(schema, { work: "Main", other: 1 }), null);
  });
  test("a list has evaluated no item by what does not apply to it, or fails for it", () => {
    const notForLists = { dependentSchemas: { a: { items: true } } };
    const fails = { minProperties: 2, items: { required: ["b"] } };
    const anyOf = [{ properties: { a: { type: "string" } }, additionalProperties: true }, fails, true];
    const schema = (more: object) => ({ unevaluatedItems: false, unevaluatedProperties: false, ...more });
    for (const one of [schema({ anyOf: [notForLists] }), schema({ anyOf })]) {
      assert.equal(issuesOf(one, []), null);
      assert.deepEqual(issuesOf(one, [{}]), [{ path: "input.0", message: "is not known here" }]);
    }
  });
  test("an unevaluated property may be called as a member of every object", () => {
    const some = { required: [], properties: { a: true } };
    const schema = { unevaluatedProperties: false, anyOf: [true, some] };
    assert.equal(issuesOf(schema, { a: 1 }), null);
    for (const name of ["constructor", "toString", "__proto__"]) {
      const value: unknown = JSON.parse(`{"a":1,"${name}":{}}`);
      assert.deepEqual(issuesOf(schema, value), [{ path: `input.${name}`, message: "is not known here" }]);
    }
  });
});

describe("what a schema may cost", () => {
  test("a pattern runs in linear time, and one that cannot is refused", () => {
    const schema = object({ s: { type: "string", pattern: "^(a+)+$" } });
    const validate = compileSchema(schema, "input");
    const began = process.threadCpuUsage();
    assert.notEqual(validate({ s: `${"a".repeat(100_000)}b` }), null);
    assert.ok(workedMs(began) < 1_000);
    assert.equal(validate({ s: "aaa" }), null);
    for (const pattern of ["(?=a)b", String.raw`(a)\1`, String.raw`(?<x>a)\k<x>`]) {
      assert.throws(() => compileSchema(object({ s: { type: "string", pattern } }), "input"), pattern);
    }
    assert.doesNotThrow(() =>
      compileSchema(object({ s: { type: "string", pattern: String.raw`^\\1\d{2}$` } }), "input"),
    );
  });
  test("uniqueItems compares a large list at once, and objects by their content", () => {
    const validate = compileSchema(object({ list: { type: "array", uniqueItems: true } }), "input");
    const list = Array.from({ length: 50_000 }, (_, at) => ({ at }));
    const began = process.threadCpuUsage();
    assert.equal(validate({ list }), null);
    assert.ok(workedMs(began) < 2_000);
    assert.notEqual(
      validate({
        list: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      }),
      null,
    );
  });
  test("a schema that multiplies its own work is ended in time, and small values still pass", () => {
    const child = { properties: { c: { $ref: "#/$defs/node" } } };
    const schema = object(
      { c: { $ref: "#/$defs/node" } },
      { $defs: { node: { type: "object", allOf: [child, child] } } },
    );
    const validate = compileSchema(schema, "input");
    assert.equal(validate({ c: { c: {} } }), null);
    let deep: object = {};
    for (let at = 0; at < 40; at += 1) deep = { c: deep };
    const began = process.threadCpuUsage();
    assert.match(validate(deep)?.[0]?.message ?? "", /takes too long/);
    assert.ok(workedMs(began) < 2_000);
    assert.equal(validate({ c: {} }), null);
  });
  test("a schema that is too deep, too large, of another dialect or refers elsewhere is refused", () => {
    let deep: Record<string, unknown> = {};
    for (let at = 0; at < 100; at += 1) deep = { not: deep };
    const many = object(Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`p${at}`, true])));
    assert.throws(() => compileSchema(deep, "input"), /deeper/);
    assert.throws(() => compileSchema(many, "input"), /more than/);
    assert.throws(() => compileSchema({ $schema: "http://json-schema.org/draft-07/schema#" }, "input"), /2020-12/);
    assert.throws(() => compileSchema({ $ref: "https://schemas.example/a.json" }, "input"), /outside itself/);
    assert.throws(() => compileSchema({ $ref: "#/$defs/missing" }, "input"));
  });
  test("a schema of very many parts is not compiled for long, and checked all the same", () => {
    const many = <T>(make: (at: number) => T): T[] => Array.from({ length: 6_000 }, (_, at) => make(at));
    const named = (make: (at: number) => unknown) => Object.fromEntries(many((at) => [`p${at}`, make(at)]));
    const large: [schema: Record<string, unknown>, fitting: unknown, other: unknown][] = [
      [{ oneOf: many((at) => ({ const: at })) }, 5_999, -1],
      [{ allOf: many((at) => ({ minimum: at })) }, 6_000, 0],
      [{ properties: named(() => ({ type: "string" })) }, { p5999: "" }, { p5999: 1 }],
      [{ dependentRequired: named(() => ["a"]) }, { p5999: 1, a: 1 }, { p5999: 1 }],
    ];
    for (const [schema, fitting, other] of large) {
      const began = process.threadCpuUsage();
      const validate = compileSchema(schema, "input");
      assert.equal(validate(fitting), null);
      assert.notEqual(validate(other), null);
      assert.ok(workedMs(began) < 1_000, `${workedMs(began)} ms`);
    }
  });
  test("work that no single part bounds is ended in time, beside callers that wait", () => {
    const costly = "^(?:a|b)*a(?:a|b){120}$";
    let random = 1;
    const bits = Array.from({ length: 3_000 }, () => ((random = (random * 48_271) % 2_147_483_647) % 2 ? "a" : "b"));
    const text = bits.join("");
    const list = (items: object) => object({ list: { type: "array", items } });
    const many = <T>(make: (at: number) => T, length: number): T[] => Array.from({ length }, (_, at) => make(at));
    const hostile: [schema: Record<string, unknown>, value: unknown][] = [
      [list({ type: "string", pattern: costly }), { list: many(() => text, 150) }],
      [list({ allOf: many((at) => ({ minimum: -at }), 3_000) }), { list: many((at) => at, 200_000) }],
      [
        list({ properties: Object.fromEntries(many((at) => [`p${at}`, true], 5_000)) }),
        { list: many(() => ({}), 300_000) },
      ],
      [object({ s: { allOf: many(() => ({ minLength: 3 }), 4_000) } }), { s: "x".repeat(1_000_000) }],
      [list({ type: "string", format: "uri" }), { list: many(() => `http://${"a.".repeat(2_000)} `, 250) }],
      [
        list({ enum: many((at) => ({ at, b: many((n) => n, 20) }), 800) }),
        { list: many(() => ({ at: -1, b: [] }), 50_000) },
      ],
    ];
    for (const [schema, value] of hostile) {
      const validate = compileSchema(schema, "input");
      const began = process.threadCpuUsage();
      validate(value, JSON.stringify(value).length);
      assert.ok(workedMs(began) < 1_500, `${workedMs(began)} ms: ${JSON.stringify(schema).slice(0, 100)}`);
    }
  });
});
