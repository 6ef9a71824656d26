import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { projectTypes } from "@ferrule/contract/project-types.ts";
import ts from "typescript-compiler";
import { buildFolders } from "../build-folders.ts";
import { compilerOptions } from "../program/compiler-options.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { npmLibrary, sourceLibrary, startTestBuilds } from "../../../testing/test-builds.ts";

const builds = duringTests(startTestBuilds);

/** TypeScript's diagnostics of a Function when it is checked against the one text, as in an editor. */
async function check(types: string, functionSource: string): Promise<string[]> {
  const texts = new Map([
    ["/types.d.ts", types],
    ["/function.ts", functionSource],
  ]);
  for (const name of await readdir(buildFolders.guest))
    texts.set(`/guest/${name}`, await readFile(join(buildFolders.guest, name), "utf8"));
  const libraryFolder = join(buildFolders.package("typescript-compiler"), "lib");
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(compilerOptions),
    getSourceFile(name) {
      const text = texts.get(name) ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
    },
    getDefaultLibLocation: () => libraryFolder,
    fileExists: (name) => texts.has(name),
  };
  // We check the declarations too: a broken one would silently become `any`.
  const options = { ...compilerOptions, skipLibCheck: false };
  const program = ts.createProgram({ rootNames: [...texts.keys()], options, host });
  const own = ["/types.d.ts", "/function.ts"].map((name) => program.getSourceFile(name));
  return own.flatMap((file) =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      (one) =>
        `${one.file?.fileName ?? ""} ${typeof one.messageText === "string" ? one.messageText : one.messageText.messageText}`,
    ),
  );
}

const never = new AbortController().signal;

test("declares source Libraries with the types that TypeScript derives, also of one that imports another", async () => {
  const libraries = [
    sourceLibrary(
      "money",
      "/** Cents as text. */\nexport const format = (cents: number) => `${cents / 100}`;\nconst secret = 1;\nexport default secret;",
    ),
    sourceLibrary(
      "prices",
      'import { format } from "lib/money";\nexport function total(all: number[]) { return { text: format(all.length), all }; }',
      ["lib/money"],
    ),
  ];
  const { declarations, untyped } = await builds.builder.declare(libraries, never);
  assert.deepEqual(untyped, []);
  assert.match(declarations, /Cents as text\./);
  assert.doesNotMatch(declarations, /cents \/ 100/, "the code itself is not part of it");
  const use = `import one, { format } from "lib/money";
    import { total } from "lib/prices";
    const text: string = format(one);
    const all: number[] = total([1]).all;
    const wrong: number = total([1]).text;
    export default () => text + all + wrong;`;
  assert.deepEqual(await check(declarations, use), ["/function.ts Type 'string' is not assignable to type 'number'."]);
});

test("declares packages by their own declarations: several files, subpaths, a dependency, `export =`, none at all", async () => {
  await builds.registry.publish({
    name: "shapes",
    version: "1.0.0",
    dependencies: { units: "1.0.0" },
    files: {
      "index.js": "",
      "index.d.ts":
        '/// <reference types="node" />\nimport { Unit } from "units";\nexport * from "./deep/area.js";\nexport declare const unit: Unit;\nexport default function make(): import("./deep/area.js").Area;\nexport as namespace Shapes;',
      "deep/area.js": "",
      "deep/area.d.ts": "export interface Area { size: number }\nexport declare function area(): Area;",
      "sync.js": "",
      "sync.d.ts": 'export { area as areaSync } from "./deep/area.js";',
    },
    manifest: {
      type: "module",
      exports: {
        ".": { types: "./index.d.ts", import: "./index.js" },
        "./again": { types: "./index.d.ts", import: "./index.js" },
        "./sync": { types: "./sync.d.ts", import: "./sync.js" },
        "./data.json": "./data.json",
      },
    },
  });
  await builds.registry.publish({
    name: "units",
    version: "1.0.0",
    files: { "index.js": "", "index.d.ts": 'export type Unit = "m" | "km";' },
    manifest: { types: "./index.d.ts" },
  });
  await builds.registry.publish({
    name: "whole",
    version: "1.0.0",
    files: { "index.js": "", "index.d.ts": "declare function whole(n: number): string;\nexport = whole;" },
    manifest: { types: "./index.d.ts" },
  });
  await builds.registry.publish({ name: "bare", version: "1.0.0", files: { "index.js": "" } });
  const { declarations, untyped } = await builds.builder.declare(
    [npmLibrary("shapes"), npmLibrary("whole"), npmLibrary("bare"), npmLibrary("absent")],
    never,
  );
  assert.deepEqual(untyped, ["absent"]);
  const use = `import make, { area, unit, type Area } from "shapes";
    import again from "shapes/again";
    import { areaSync } from "shapes/sync";
    import whole from "whole";
    import anything from "bare";
    import nothing from "absent";
    const size: number = area().size + areaSync().size + make().size + again().size;
    const shape: Area = { size };
    const text: string = whole(size) + anything.some.thing + nothing.at.all;
    const wrong: "kg" = unit;
    export default () => text + wrong + shape.size;`;
  assert.deepEqual(await check(declarations, use), [`/function.ts Type 'Unit' is not assignable to type '"kg"'.`]);
});

test("a Project's secrets and collections are literal types of the context", async () => {
  const types = projectTypes({
    secrets: [{ name: "ORDERS_TOKEN", environments: ["development", "production"] }],
    collections: [{ name: "people", type: "{ name: string; age?: number }" }],
  });
  const use = `import type { Context, ProjectSecrets } from "ferrule";
    export default async (input: { key: string }, ctx: Context) => {
      const name: keyof ProjectSecrets = "WRONG";
      const people = ctx.collection("people");
      await people.insert({ nmae: "x" });
      const other = await ctx.collection<{ a: number }>("others").get(input.key);
      const a: number | undefined = other?.data.a;
      return [a, name, await ctx.secrets.get("ORDERS_TOKEN"), await ctx.secrets.get(input.key)];
    };`;
  const problems = await check(types, use);
  assert.equal(problems.length, 2, problems.join("\n"));
  assert.match(problems[0] ?? "", /"WRONG"' is not assignable to type '"ORDERS_TOKEN"'/);
  assert.match(problems[1] ?? "", /'nmae' does not exist in type/);
});
