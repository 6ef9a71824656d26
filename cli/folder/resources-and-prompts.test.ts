import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  projectSource,
  type GivenProjectSource,
  type ProjectSource,
} from "@ferrule/contract/resources/project-source.ts";
import { fileBytes, fileText } from "./contents/file-text.ts";
import { mergeDocuments } from "./merging/merge-documents.ts";
import { readDocuments } from "./read-documents.ts";
import { folderOf } from "./testing/folder-of.ts";
import { toDocuments } from "./to-documents.ts";
import { toSource } from "./to-source.ts";
import { writeDocuments } from "./write-documents.ts";

type Binding = NonNullable<NonNullable<GivenProjectSource["endpoints"]>[number]["bindings"]>[number];

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10]);
const guide = `\uFEFF# Guide\r\n\n${"A line of the guide.\n".repeat(20)}no end`;
const resource = (name: string, over: object): Binding => ({ kind: "resource", name, uri: `docs://${name}`, ...over });
const greet: Binding = {
  kind: "prompt",
  name: "greet",
  arguments: [{ name: "who", required: true, values: ["Ann"] }],
  messages: [{ role: "user", text: "Greet {{who}}." }],
};
const projectOf = (...bindings: Binding[]): ProjectSource =>
  projectSource.parse({
    apiVersion: "ferrule/v1",
    functions: [{ slug: "read", name: "read", source: "export default () => 1;\n" }],
    endpoints: [{ kind: "mcp", slug: "desk", name: "desk", bindings }],
  });
const all = () => [
  resource("guide", { content: { text: guide }, mimeType: "text/markdown", audience: ["user"], priority: 0.5 }),
  resource("logo", { content: { base64: png.toString("base64") }, mimeType: "image/png" }),
  resource("note", { content: { text: "One line." } }),
  resource("order", { uri: "orders://{id}", function: "read", arguments: [{ name: "id" }] }),
  greet,
];
const bindingsOf = (files: ReadonlyMap<string, string>, base: ProjectSource | null = null) =>
  projectSource.parse(toSource(readDocuments(files).documents, base)).endpoints[0]?.bindings;
const problemsOf = (files: Record<string, string>) =>
  readDocuments(new Map(Object.entries(files))).problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
const endpoint = (resources: string) => `kind: mcp\nresources:\n${resources}`;

describe("resources and prompts in a folder", () => {
  test("lie in the endpoint's file, and contents of more than a few lines beside it, byte for byte", () => {
    const source = projectOf(...all());
    const files = folderOf(source);
    assert.deepEqual([...files.keys()].sort(), [
      "endpoints/desk.yaml",
      "endpoints/desk/guide.md",
      "endpoints/desk/logo.png",
      "functions/read.ts",
    ]);
    assert.equal(files.get("endpoints/desk/guide.md"), guide);
    assert.deepEqual(Buffer.from(fileBytes(files.get("endpoints/desk/logo.png") ?? "")), png);
    const yaml = files.get("endpoints/desk.yaml") ?? "";
    assert.match(yaml, /guide:\n {4}uri: docs:\/\/guide\n(?:.*\n)*? {4}file: guide\.md/);
    assert.match(yaml, /text: One line\./);
    assert.deepEqual(readDocuments(files).problems, []);
    assert.deepEqual(readDocuments(files).warnings, []);
    assert.deepEqual(bindingsOf(files), source.endpoints[0]?.bindings);
    assert.deepEqual(folderOf(source, files), files);
  });

  test("keep the file that a person chose, and follow the server's content there", () => {
    const yaml = endpoint(
      "  guide:\n    uri: docs://guide\n    mimeType: text/markdown\n    file: intro.txt # Ours.\n",
    );
    const files = new Map([
      ["endpoints/desk.yaml", yaml],
      ["endpoints/desk/intro.txt", guide],
    ]);
    const source = projectOf(resource("guide", { content: { text: `${guide}!` }, mimeType: "text/markdown" }));
    const after = folderOf(source, files);
    assert.equal(after.get("endpoints/desk/intro.txt"), `${guide}!`);
    assert.equal(after.get("endpoints/desk.yaml"), yaml);
    assert.equal(after.has("endpoints/desk/guide.md"), false);
  });

  test("take their files with them when they go", () => {
    const files = folderOf(projectOf(...all()));
    const without = folderOf(projectOf(greet), files);
    assert.deepEqual([...without.keys()].sort(), ["endpoints/desk.yaml", "functions/read.ts"]);
    const gone = folderOf({ ...projectOf(), endpoints: [] }, files);
    assert.deepEqual([...gone.keys()], ["functions/read.ts"]);
  });

  test("keep the server's form of bytes that are text", () => {
    const source = projectOf(
      resource("ascii", { content: { base64: Buffer.from("plain").toString("base64") }, mimeType: "text/plain" }),
    );
    const files = folderOf(source);
    assert.deepEqual(bindingsOf(files, source), source.endpoints[0]?.bindings);
    assert.deepEqual(folderOf(source, files), files);
  });

  test("are merged by field, and a content that both sides changed gets markers in its file", () => {
    const at = (text: string) => projectOf(resource("guide", { content: { text }, mimeType: "text/markdown" }));
    const files = folderOf(at(guide));
    files.set("endpoints/desk/guide.md", guide.replace("# Guide", "# Our guide"));
    const placed = readDocuments(files);
    const merge = (theirs: ProjectSource) =>
      mergeDocuments(toDocuments(at(guide)), placed.documents, toDocuments(theirs));
    assert.deepEqual(merge(at(guide)).conflicts, []);
    const both = merge(at(guide.replace("# Guide", "# Their guide")));
    assert.equal(both.conflicts.length, 1);
    const changes = writeDocuments(placed, files, both.documents);
    assert.deepEqual([...changes.keys()], ["endpoints/desk/guide.md"]);
    assert.match(
      changes.get("endpoints/desk/guide.md") ?? "",
      /<<<<<<< .*\n.*# Our guide\r?\n=======\n.*# Their guide/,
    );
  });

  test("that do not fit together are told with their places", () => {
    const told = (resources: string, files: Record<string, string> = {}) =>
      problemsOf({ "endpoints/desk.yaml": endpoint(resources), ...files });
    assert.deepEqual(told("  a:\n    uri: docs://a\n    file: a.md\n"), [
      "endpoints/desk.yaml:5 resources.a.file names endpoints/desk/a.md, which is not there",
    ]);
    assert.match(
      told("  a:\n    uri: docs://a\n    file: ../b.md\n")[0] ?? "",
      /:5 resources\.a\.file must be the name/,
    );
    assert.match(told("  a:\n    uri: docs://a\n")[0] ?? "", /resources\.a\.file must be given, or functionId/);
    assert.match(told("  a:\n    uri: docs://../b\n    text: x\n")[0] ?? "", /:4 resources\.a\.uri must not hold/);
    assert.match(told("  a:\n    uri: docs://a\n    text: x\n    file: b.md\n")[0] ?? "", /must have one of text/);
    const large = told("  a:\n    uri: docs://a\n    file: a.md\n", { "endpoints/desk/a.md": "x".repeat(1_048_577) });
    assert.match(large[0] ?? "", /^endpoints\/desk\/a\.md:undefined must have at most/);
    const { warnings } = readDocuments(new Map([["endpoints/desk/other.md", "x"]]));
    assert.deepEqual(warnings, [
      { file: "endpoints/desk/other.md", message: "is not read: no resource of endpoints/desk.yaml names it" },
    ]);
  });

  test("of bytes are the same text for the same bytes, and bytes again", () => {
    for (const bytes of [png, Buffer.from("text"), Buffer.from([]), Buffer.from("a\0b"), Buffer.from([0xc3, 0x28])])
      assert.deepEqual(Buffer.from(fileBytes(fileText(bytes))), bytes);
  });
});
