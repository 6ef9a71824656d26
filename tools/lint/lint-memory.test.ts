import assert from "node:assert/strict";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { filesToLint, keepLintMemory, lintMemoryOf, readLintMemory } from "./lint-memory.ts";

const rules = ["no-eval"];
const texts = {
  "kit/leaf.ts": `export const leaf = 1;`,
  "kit/middle.ts": `export { leaf } from "./leaf.ts";`,
  "worker/far.ts": `import type { leaf } from "@ferrule/kit/middle.ts"; export type Far = typeof leaf;`,
  "gateway/apart.ts": `export const apart = 1;`,
};
const sources = (changed: Record<string, string | undefined> = {}) =>
  new Map(
    Object.entries({ ...texts, ...changed }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
/** The files to lint after a change, when everything passed before it. */
const after = (changed: Record<string, string | undefined>, rulesNow = rules, before = sources()) => {
  const now = sources(changed);
  return filesToLint(lintMemoryOf(rules, before), lintMemoryOf(rulesNow, now), now);
};

describe("what lint looks at", () => {
  test("is nothing where nothing has changed", () => {
    assert.deepEqual(after({}), []);
  });

  test("is a changed file and whatever imports it, also for its types only and through others", () => {
    assert.deepEqual(after({ "kit/leaf.ts": "export const leaf = 2;" }), [
      "kit/leaf.ts",
      "kit/middle.ts",
      "worker/far.ts",
    ]);
    assert.deepEqual(after({ "gateway/apart.ts": "export const apart = 2;" }), ["gateway/apart.ts"]);
  });

  test("is a new file, and the importers of one that has gone or come back", () => {
    assert.deepEqual(after({ "kit/new.ts": "export const one = 1;" }), ["kit/new.ts"]);
    assert.deepEqual(after({ "kit/leaf.ts": undefined }), ["kit/middle.ts", "worker/far.ts"]);
    assert.deepEqual(after({}, rules, sources({ "kit/leaf.ts": undefined })), [
      "kit/leaf.ts",
      "kit/middle.ts",
      "worker/far.ts",
    ]);
  });

  test("is everything where the rules or global types change, or nothing is known", () => {
    assert.equal(after({}, ["no-eval", "no-void"]), null);
    assert.equal(after({ "kit/vite.d.ts": "interface Window { one: 1 }" }), null);
    assert.equal(after({ "kit/leaf.ts": `declare module "fastify" { interface A { one: 1 } }` }), null);
    assert.equal(filesToLint(null, lintMemoryOf(rules, sources()), sources()), null);
  });
});

test("what lint remembers is kept in a file; one that nobody can read is as none", () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "ferrule-lint-"));
  const file = join(folder.path, "deep", "lint.json");
  assert.equal(readLintMemory(file), null);
  const memory = lintMemoryOf(rules, sources());
  keepLintMemory(file, memory);
  assert.deepEqual(readLintMemory(file), memory);
  for (const text of ["", "null", "{}", `{"rules":1,"files":{}}`, `{"rules":"a"}`, `{"rules":"a","files":null}`]) {
    writeFileSync(file, text);
    assert.equal(readLintMemory(file), null);
  }
});
