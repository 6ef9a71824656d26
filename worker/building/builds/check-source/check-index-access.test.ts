import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileForTest } from "../compile-for-test.ts";

const found = (source: string, extra = {}) =>
  compileForTest(source, extra).diagnostics.map(({ code, severity, line, column }) => [code, severity, line, column]);

/** Title, source, line and column of the warning. */
const gaps: [title: string, source: string, line: number, column: number][] = [
  [
    "record[key] ?? null",
    "const names: Record<string, string> = {};\nexport default (input: { key: string }) => ({ name: names[input.key] ?? null });",
    2,
    53,
  ],
  [
    "record.key ?? null",
    "const names: Record<string, string> = {};\nexport default (input: {}) => ({ name: names.anna ?? null });",
    2,
    40,
  ],
  [
    "the first of a list",
    "export default (input: { list: number[] }) => {\n  const first = input.list[0];\n  return { first };\n};",
    2,
    17,
  ],
  ["a list's item as the whole result", "export default (input: { list: number[] }) => input.list[0];", 1, 47],
  [
    "with a declared result",
    "const names: Record<string, string> = {};\nexport default function run(input: { key: string }): { name: string } {\n  return { name: names[input.key] };\n}",
    3,
    12,
  ],
  [
    "the first of a list by destructuring",
    "export default (input: { list: number[] }): { first: number } => {\n  const [first] = input.list;\n  return { first };\n};",
    3,
    12,
  ],
  [
    "the first of a list that is a parameter",
    "export default ({ list: [first] }: { list: number[] }): { first: number } => ({ first });",
    1,
    81,
  ],
  [
    "a record's value by destructuring",
    "export default (input: { names: Record<string, number> }): { anna: number } => {\n  const { anna } = input.names;\n  return { anna };\n};",
    3,
    12,
  ],
  [
    "the first of each list",
    "export default (input: { lists: number[][] }): { first: number } => {\n  for (const [first] of input.lists) return { first };\n  return { first: 0 };\n};",
    2,
    47,
  ],
];
describe("a result that an index access may make unfit for its schema is a warning", () => {
  for (const [title, source, line, column] of gaps)
    test(title, () => assert.deepEqual(found(source), [["INDEX_UNCHECKED", "warning", line, column]]));
});

for (const [title, source] of [
  [
    "that is checked",
    "export default (input: { list: number[] }) => { const first = input.list[0]; return { first: first === undefined ? 0 : first }; };",
  ],
  [
    "with a value instead",
    "const n: Record<string, number> = {}; export default (input: { key: string }) => ({ n: n[input.key] ?? 0 });",
  ],
  [
    "inside only",
    "export default (input: { list: number[] }) => { let sum = 0; for (let i = 0; i < input.list.length; i += 1) sum += input.list[i]; return { sum }; };",
  ],
  ["of a tuple", "export default (input: { pair: [number, string] }) => ({ first: input.pair[0] });"],
  [
    "of known keys",
    "const n: Record<'a' | 'b', number> = { a: 1, b: 2 }; export default (input: { key: 'a' | 'b' }) => ({ n: n[input.key] });",
  ],
  [
    "whose result says so",
    "const n: Record<string, number | null> = {}; export default (input: { key: string }): { n: number | null } => ({ n: n[input.key] ?? null });",
  ],
] as const)
  test(`an index access ${title} is none`, () => assert.deepEqual(found(source), []));

test("with an output schema that is set by hand nothing is known to be wrong", () => {
  const source = "export default (input: { list: number[] }) => input.list[0];";
  assert.deepEqual(found(source, { outputSchema: { type: "number" } }), []);
});
