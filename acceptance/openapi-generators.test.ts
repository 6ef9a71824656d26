import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { documentedApi } from "./openapi-generators/documented-api.ts";

const run = promisify(execFile);
const modules = join(import.meta.dirname, "..", "node_modules");
const olderCompiler = join(import.meta.dirname, "openapi-generators", "older-compiler.mjs");

const require = createRequire(import.meta.url);
const compiler = require.resolve("typescript/bin/tsc");
const beside = (manifest: string, bin: string) => join(dirname(manifest), bin);

const generators: Record<string, string[]> = {
  "openapi-typescript": [
    beside(require.resolve("openapi-typescript/package.json"), "bin/cli.js"),
    "document.json",
    "-o",
    "openapi-typescript/types.ts",
  ],
  "@hey-api/openapi-ts": [
    beside(require.resolve("@hey-api/openapi-ts/package.json"), "dist/run.mjs"),
    "-i",
    "document.json",
    "-o",
    "hey-api",
    "--no-log-file",
  ],
  "swagger-typescript-api": [
    beside(require.resolve("swagger-typescript-api/package.json"), "dist/cli.mjs"),
    "generate",
    "-p",
    "document.json",
    "-o",
    "swagger-typescript-api",
    "-n",
    "api.ts",
  ],
  "openapi-typescript-codegen": [
    beside(require.resolve("openapi-typescript-codegen/package.json"), "bin/index.js"),
    "-i",
    "document.json",
    "-o",
    "codegen",
  ],
};

const compilerOptions = {
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable"],
  noEmit: true,
  strict: true,
  skipLibCheck: true,
};

describe("clients that generators make of an HTTP API's document", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ferrule-openapi-generators-"));
    await writeFile(join(folder, "document.json"), JSON.stringify(await documentedApi()));
    await symlink(modules, join(folder, "node_modules"), "dir");
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, command] of Object.entries(generators)) {
    test(`${name} makes one that compiles, of types that contain themselves too`, { timeout: 120_000 }, async () => {
      const output = join(
        folder,
        name.replace("@hey-api/openapi-ts", "hey-api").replace("openapi-typescript-codegen", "codegen"),
      );
      await mkdir(output, { recursive: true });
      await run(process.execPath, ["--import", olderCompiler, ...command], { cwd: folder });
      assert.ok((await readdir(output)).some((file) => file.endsWith(".ts")));
      await writeFile(join(output, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
      const checked = await run(process.execPath, [compiler, "-p", output]).catch((error: { stdout: string }) => error);
      assert.equal(checked.stdout, "");
    });
  }
});
