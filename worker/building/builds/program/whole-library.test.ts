import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import ts from "typescript-compiler";
import { buildFolders } from "../build-folders.ts";
import { wholeLibrary } from "./whole-library.ts";

const folder = join(buildFolders.package("typescript-compiler"), "lib");
const textOf = (name: string) => readFileSync(join(folder, `lib.${name}.d.ts`), "utf8");

/** The library as TypeScript reads it from these files. */
function filesOf(read: (name: string) => string | undefined): ts.SourceFile[] {
  const nameOf = (path: string) => /\/lib\.(.+)\.d\.ts$/.exec(path)?.[1] ?? "";
  const host: ts.CompilerHost = {
    getSourceFile(path) {
      const text = path === "/a.ts" ? "export {};" : read(nameOf(path));
      return text === undefined ? undefined : ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
    },
    getDefaultLibFileName: () => "/lib/lib.esnext.d.ts",
    getDefaultLibLocation: () => "/lib",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: () => false,
    readFile: () => undefined,
    writeFile: () => {},
  };
  const options = { target: ts.ScriptTarget.ESNext, lib: ["lib.esnext.d.ts"], types: [] };
  return ts
    .createProgram(["/a.ts"], options, host)
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith("/lib/"));
}

/** What the files declare, in order, because the order of overloads matters. */
const declared = (files: readonly ts.SourceFile[]) =>
  files.flatMap((file) => file.statements.map((one) => one.getText(file).replaceAll(/\s+/g, " ")));
const isModule = ({ text }: ts.SourceFile) => /^export \{\};/m.test(text);
const inTurn = (files: readonly ts.SourceFile[]) => [
  ...declared(files.filter((file) => !isModule(file))),
  ...declared(files.filter(isModule)),
];

test("the library in one text declares what TypeScript reads from its files, in the same order", () => {
  const whole = wholeLibrary("esnext", textOf);
  const [apart, together] = [filesOf(textOf), filesOf((name) => whole.get(name))];
  assert.ok(apart.length > 50);
  assert.equal(together.length, whole.size);
  assert.ok(whole.size < 5, String(whole.size));
  assert.deepEqual(inTurn(together), inTurn(apart));
});
