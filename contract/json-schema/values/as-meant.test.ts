import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { asMeant } from "./as-meant.ts";

const text = { type: "string" };
const schema = {
  type: "object",
  properties: {
    count: { type: "integer" },
    price: { type: "number" },
    flag: { type: "boolean" },
    name: text,
    tags: { type: "array", items: text },
    sizes: { type: "array", items: { type: "integer" } },
    where: { $ref: "#/$defs/Place" },
    places: { type: "array", items: { $ref: "#/$defs/Place" } },
    maybe: { anyOf: [{ type: "integer" }, { type: "null" }] },
    either: { type: ["integer", "string"] },
    listOrText: { anyOf: [{ type: "array" }, text] },
    numberOrFlag: { type: ["number", "boolean"] },
    listOrObject: { type: ["array", "object"] },
    choice: { enum: [1, 2] },
    word: { const: "1" },
    any: {},
    limited: { allOf: [{ type: ["integer", "string"] }, { type: "integer" }] },
  },
  additionalProperties: { type: "number" },
  $defs: { Place: { type: "object", properties: { lat: { type: "number" }, label: text } } },
};
const read = asMeant(schema);

describe("arguments are read as they are meant:", () => {
  for (const [name, given, expected] of [
    ["count", "5", 5],
    ["count", "-5", -5],
    ["price", "5.25", 5.25],
    ["flag", "true", true],
    ["flag", "false", false],
    ["name", 5, "5"],
    ["name", 5.5, "5.5"],
    ["name", true, "true"],
    ["tags", '["a", "b"]', ["a", "b"]],
    ["tags", "[1]", ["1"]],
    ["tags", [1], ["1"]],
    ["sizes", '["1",2]', [1, 2]],
    ["where", '{"lat":"1.5","label":7}', { lat: 1.5, label: "7" }],
    ["places", ['{"lat":1}', { lat: "2" }], [{ lat: 1 }, { lat: 2 }]],
    ["maybe", "5", 5],
    ["maybe", "null", null],
    ["numberOrFlag", "5", 5],
    ["numberOrFlag", "true", true],
    ["listOrObject", "[1]", [1]],
    ["listOrObject", "{}", {}],
    ["choice", "2", 2],
    ["word", 1, "1"],
    ["limited", "5", 5],
    ["more", "5", 5],
  ] as const) {
    test(`${name}: ${JSON.stringify(given)}`, () => assert.deepEqual(read({ [name]: given }), { [name]: expected }));
  }
});

describe("what cannot be read, not be written back, or be read in two ways, stays:", () => {
  for (const [name, given] of [
    ["count", "five"],
    ["count", "05"],
    ["count", "5.0"],
    ["count", " 5"],
    ["count", "1e3"],
    ["count", ""],
    ["count", "NaN"],
    ["count", "9007199254740993"],
    ["flag", "yes"],
    ["flag", "True"],
    ["flag", 1],
    ["name", 1e21],
    ["name", null],
    ["name", { a: 1 }],
    ["tags", "a"],
    ["tags", "[1"],
    ["tags", '{"a":1}'],
    ["where", '{"lat":1,"lat":2}'],
    ["where", '{"lat":9007199254740993}'],
    ["either", "5"],
    ["listOrText", "[1]"],
    ["any", "[1]"],
  ] as const) {
    test(`${name}: ${JSON.stringify(given)}`, () => {
      const value = { [name]: given };
      assert.equal(read(value), value);
    });
  }
});

test("a hostile text stays, and soon", () => {
  for (const bomb of ["[".repeat(1_000_000), `${"[".repeat(500_000)}${"]".repeat(500_000)}`]) {
    const value = { tags: bomb };
    const began = process.threadCpuUsage();
    assert.equal(read(value), value);
    const { user, system } = process.threadCpuUsage(began);
    assert.ok((user + system) / 1_000 < 500);
  }
  const named = JSON.parse('{"__proto__":"5"}') as unknown;
  assert.equal(read(named), named);
});
