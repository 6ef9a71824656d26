import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileForTest } from "../compile-for-test.ts";

const a = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };
const body = "export default (input) => input.a;";

describe("plain JavaScript reads types in doc comments", () => {
  const sources: [title: string, source: string, schema: unknown][] = [
    ["of @param", `/** @param {{ a: string }} input */\n${body}`, a],
    ["of a typedef", `/** @typedef {{ a: string }} Input */\n/** @param {Input} input */\n${body}`, a],
    [
      "of @type",
      `/** @type {(input: { a: string }) => string} */\nconst f = (input) => input.a;\nexport default f;`,
      a,
    ],
    [
      "of a destructured parameter",
      "/** @param {{ a: string }} input */\nexport default async function f({ a }) { return a; }",
      a,
    ],
    ["of members", `/**\n * @param {object} input\n * @param {string} input.a\n */\n${body}`, a],
    ["any object", "/** @param {Object} input */\nexport default (input) => input;", { type: "object" }],
    [
      "with the context",
      '/**\n * @param {{ a: string }} input\n * @param {import("ferrule").Context} ctx\n */\nexport default (input, ctx) => { ctx.log.info(input.a); return 1; };',
      a,
    ],
  ];
  for (const [title, source, schema] of sources)
    test(title, () => {
      const { diagnostics, derived } = compileForTest(source);
      assert.deepEqual(diagnostics, []);
      assert.deepEqual(derived.inputSchema, schema);
    });

  test("and the type of a result", () => {
    const { derived } = compileForTest("/** @returns {{ a: string }} */\nexport default () => JSON.parse('{}');");
    assert.deepEqual(derived.outputSchema, { type: "object", properties: { a: { type: "string" } }, required: ["a"] });
  });
  test("a type that cannot be read does not stop a build", () => {
    const { diagnostics } = compileForTest(`/** @param {Missing} input */\n${body}`);
    assert.deepEqual([...new Set(diagnostics.map(({ severity }) => severity))], ["warning"]);
  });
});

describe("an input without a type", () => {
  const warned = (source: string) =>
    compileForTest(source).diagnostics.map(({ code, severity }) => `${severity} ${code}`);
  test("is warned of", () => assert.deepEqual(warned(body), ["warning INPUT_UNTYPED"]));
  test("is warned of beside types that TypeScript does not read there", () =>
    assert.deepEqual(
      warned(`/** @param {{ a: string }} input */\nconst n: number = 1;\nexport default (input) => input.a + n;`),
      ["warning INPUT_UNTYPED"],
    ));
  test("is not warned of when it is meant", () => {
    assert.deepEqual(warned("export default (input: any) => input.a;"), []);
    assert.deepEqual(warned("export default (_input, ctx) => 1;"), []);
    assert.deepEqual(compileForTest(body, { inputSchema: { type: "object" } }).diagnostics, []);
  });
});
