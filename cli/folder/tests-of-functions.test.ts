import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { projectSource, type ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { mergeDocuments } from "./merging/merge-documents.ts";
import { readDocuments } from "./read-documents.ts";
import { folderOf } from "./testing/folder-of.ts";
import { toDocuments } from "./to-documents.ts";
import { toSource } from "./to-source.ts";

const handler = "export default () => 1;\n";
const text = 'import { test } from "ferrule/test";\r\n\r\n// Ümlaut.\r\ntest("a", () => {});\r\n';
const projectOf = (...functions: { slug: string; tests?: string }[]): ProjectSource =>
  projectSource.parse({
    apiVersion: "ferrule/v1",
    functions: functions.map((one) => ({ name: one.slug, source: handler, ...one })),
  });
const sent = (files: ReadonlyMap<string, string>, base: ProjectSource | null = null) =>
  toSource(readDocuments(files).documents, base).functions;
const noted = (files: Record<string, string>) => {
  const { problems, warnings, documents } = readDocuments(new Map(Object.entries(files)));
  const told = (all: typeof problems) => all.map(({ file, message }) => `${file} ${message}`);
  return { problems: told(problems), warnings: told(warnings), documents: [...documents.keys()] };
};

describe("the tests of a Function in a folder", () => {
  test("are the file beside it, and stay byte for byte", () => {
    const source = projectOf({ slug: "a", tests: text }, { slug: "b" });
    const files = folderOf(source);
    assert.deepEqual([...files.keys()].sort(), ["functions/a.test.ts", "functions/a.ts", "functions/b.ts"]);
    assert.equal(sent(files, source)[0]?.tests, text);
    assert.equal("tests" in sent(files)[1]!, false);
    const crlf = new Map([...files, ["functions/a.test.ts", text]]);
    assert.equal(folderOf(source, crlf).get("functions/a.test.ts"), text);
    assert.equal(sent(crlf, source)[0]?.tests, text);
  });

  test("stand beside a Function in a folder of its own, and beside one with a reserved name", () => {
    const nested = new Map([["functions/a/index.ts", handler]]);
    assert.equal(folderOf(projectOf({ slug: "a", tests: text }), nested).has("functions/a/index.test.ts"), true);
    assert.equal(sent(new Map([...nested, ["functions/a/index.test.ts", text]]))[0]?.tests, text.replaceAll("\r", ""));
    const reserved = folderOf(projectOf({ slug: "con", tests: text }));
    assert.deepEqual([...reserved.keys()].sort(), ["functions/con~.test.ts", "functions/con~.ts"]);
    assert.equal(sent(reserved)[0]?.slug, "con");
    assert.ok(sent(reserved)[0]?.tests);
  });

  test("that are empty, or of no Function, are told", () => {
    assert.deepEqual(noted({ "functions/a.ts": handler, "functions/a.test.ts": "\n" }).problems, [
      "functions/a.test.ts is empty: write a test, or delete the file",
    ]);
    const alone = noted({ "functions/a.test.ts": text });
    assert.deepEqual(alone, {
      problems: [],
      warnings: ["functions/a.test.ts is not read: there is no Function beside it"],
      documents: [],
    });
    const others = noted({ "functions/a/more.test.ts": text, "lib/money.test.ts": text, "functions/a.spec.ts": text });
    assert.deepEqual(others, { problems: [], warnings: [], documents: [] });
    assert.deepEqual(
      noted({ "functions/a.ts": handler, "functions/a/index.ts": handler, "functions/a.test.ts": text }).problems,
      ["functions/a/index.ts defines the same as functions/a.ts: keep one of them"],
    );
  });

  test("are merged by line, and go with their Function", () => {
    const at = (tests?: string) => toDocuments(projectOf({ slug: "a", ...(tests === undefined ? {} : { tests }) }));
    const base = at("// 1\n// 2\n// 3\n// 4\n// 5\n");
    const both = mergeDocuments(base, at("// one\n// 2\n// 3\n// 4\n// 5\n"), at("// 1\n// 2\n// 3\n// 4\n// five\n"));
    assert.deepEqual(both.conflicts, []);
    assert.deepEqual(both.documents.get("functions/a.test.ts")?.ours, { text: "// one\n// 2\n// 3\n// 4\n// five\n" });
    assert.deepEqual(mergeDocuments(base, base, at()).documents.get("functions/a.test.ts"), {
      ours: undefined,
      theirs: undefined,
    });
    const gone = mergeDocuments(base, base, new Map());
    assert.deepEqual([gone.conflicts, gone.documents.get("functions/a.test.ts")?.ours], [[], undefined]);
    const kept = mergeDocuments(base, at("// changed\n"), new Map());
    assert.deepEqual(kept.conflicts, [{ document: "functions/a.ts", kind: "deleted-on-server", fields: [] }]);
    assert.deepEqual(kept.documents.get("functions/a.test.ts")?.ours, { text: "// changed\n" });
  });
});
