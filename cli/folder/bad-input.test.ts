import assert from "node:assert/strict";
import { test } from "node:test";
import { checkNames } from "./check-names.ts";
import { readDocuments } from "./read-documents.ts";
import { folderOf } from "./testing/folder-of.ts";
import { sampleSource } from "./testing/sample-source.ts";

const usual = folderOf(sampleSource());

/** The problems that this reports for the usual folder with these files. */
function told(files: Record<string, string>): { problems: string[]; warnings: string[] } {
  const placed = readDocuments(new Map([...usual, ...Object.entries(files)]));
  const lines = (all: typeof placed.problems) =>
    all.map(({ file, line, column, message }) => `${[file, line, column].filter(Boolean).join(":")} ${message}`);
  return { problems: lines([...placed.problems, ...checkNames(placed)]), warnings: lines(placed.warnings) };
}

test("a problem names its file, line and column, and what was meant", () => {
  const cases: [path: string, text: string, problem: RegExp][] = [
    [
      "endpoints/x.yaml",
      "kind: mcp\nnmae: X\n",
      /^endpoints\/x\.yaml:2:1 nmae is not a known field; did you mean name\?$/,
    ],
    [
      "endpoints/x.yaml",
      "kind: mcp\ntools:\n  a:\n    function: look-up\n    titel: A\n",
      /^endpoints\/x\.yaml:5:5 tools\.a\.titel is not a known field; did you mean title\?$/,
    ],
    ["endpoints/x.yaml", "kind: soap\n", /^endpoints\/x\.yaml:1:1 kind must be/],
    ["endpoints/x.yaml", "kind: mcp\ntools: [a]\n", /^endpoints\/x\.yaml:2:1 tools must be/],
    [
      "endpoints/x.yaml",
      "kind: mcp\ntools:\n  a: {function: look-pu}\n",
      /^endpoints\/x\.yaml:3:7 tools\.a\.function names look-pu, which is not in functions\/; did you mean look-up\?$/,
    ],
    [
      "endpoints/x.yaml",
      "kind: http\nroutes:\n  get /a.b: {function: look-up}\n",
      /^endpoints\/x\.yaml:3:3 routes\.get \/a\.b /,
    ],
    [
      "endpoints/x.yaml",
      "kind: mcp\n  name: x\n",
      /^endpoints\/x\.yaml:1:7 is not YAML: .*; check how far the line is in/,
    ],
    ["endpoints/x.yaml", "kind: mcp\nkind: http\n", /^endpoints\/x\.yaml:2:1 is not YAML: Map keys must be unique$/],
    ["endpoints/x.yaml", "- a\n", /^endpoints\/x\.yaml:1:1 must hold names with values/],
    ["endpoints/x.yaml", "\tkind: mcp\n", /^endpoints\/x\.yaml:1:\d+ /],
    ["functions/look-up.yaml", "timeoutMs: soon\n", /^functions\/look-up\.yaml:1:1 timeoutMs must be/],
    [
      "functions/look-up.yaml",
      "memoryMb: 64\n",
      /^functions\/look-up\.yaml:1:1 memoryMb is set by config in the source: remove it here$/,
    ],
    ["functions/nobody.yaml", "timeoutMs: 5\n", /^functions\/nobody\.yaml belongs to no Function/],
    [
      "functions/bad.ts",
      "export const config = { timeoutMs: LIMIT };\nexport default () => 1;\n",
      /^functions\/bad\.ts:1:36 config must be a literal/,
    ],
    ["functions/empty.ts", "\n", /^functions\/empty\.ts is empty/],
    [
      "functions/look-up/index.ts",
      "export default () => 1;\n",
      /^functions\/look-up\/index\.ts defines the same as functions\/look-up\.ts: keep one of them$/,
    ],
    [
      "crons.yaml",
      "production:\n  Nightly:\n    function: close\n    schedule: daily\n",
      /^crons\.yaml:3:5 production\.Nightly\.function names close/,
    ],
    ["libraries.yaml", "dayjs: ^1.0.0\n", /^libraries\.yaml:1:1 dayjs must be one exact version/],
    ["secrets.yaml", "token: [development]\n", /^secrets\.yaml:1:1 token /],
    ["secrets.yaml", "TOKEN: s3cret\n", /^secrets\.yaml:1:1 TOKEN must be an array$/],
    [
      "collections/orders.yaml",
      "schema: {type: object}\ngrants:\n  development:\n    functions:\n      nobody: read\n",
      /^collections\/orders\.yaml:5:7 grants\.development\.functions\.nobody names nobody/,
    ],
  ];
  for (const [path, text, problem] of cases) {
    const { problems } = told({ [path]: text });
    assert.equal(problems.length, 1, `${path} ${text}: ${problems.join("\n")}`);
    assert.match(problems[0]!, problem);
    assert.doesNotMatch(problems[0]!, /s3cret/);
  }
});

test("a file that is not read says why, and is no obstacle", () => {
  const cases: [path: string, warning: RegExp][] = [
    ["functions/LookUp.ts", /is not a Function: its name must start with a letter and hold only a-z/],
    [
      "functions/look-up/helper.ts",
      /is not a Function, and nothing can import it: put what Functions share into lib\//,
    ],
    ["functions/old.js", /is not read: a Function is a file with \.ts or \.yaml/],
    ["endpoints/support.yml", /is not read: an endpoint is a file with \.yaml/],
    ["functions/draft.ts", /is not a Function yet: it has no `export default`/],
  ];
  for (const [path, warning] of cases) {
    const { problems, warnings } = told({ [path]: "const a = 1;\n" });
    assert.deepEqual([problems, warnings.length], [[], 1], path);
    assert.match(warnings[0]!, warning);
  }
  const silent = {
    "functions/look-up.test.ts": "x",
    "functions/README.md": "x",
    "functions/types.d.ts": "x",
    "notes.yaml": "x",
  };
  assert.deepEqual(told(silent), { problems: [], warnings: [] });
});

test("a YAML file that would grow without bound is refused", () => {
  const level = (name: string, of: string) =>
    `${name}: &${name} [${Array.from({ length: 9 }, () => `*${of}`).join(", ")}]\n`;
  const names = "bcdefghi".split("");
  const bomb = `a: &a [x]\n${names.map((name, at) => level(name, at === 0 ? "a" : names[at - 1]!)).join("")}`;
  const { problems } = told({ "secrets.yaml": bomb });
  assert.deepEqual(problems, ["secrets.yaml:1:1 Excessive alias count indicates a resource exhaustion attack"]);
});
