import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import { invocationOf, testSandbox, valueOf } from "../../../running/sandbox/conformance/harness.ts";
import type { Sandbox } from "../../../running/sandbox/sandbox.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { draftOf, importNames, npmLibrary, startTestBuilds } from "../../../testing/test-builds.ts";

const builds = duringTests(startTestBuilds);
let sandbox: Sandbox;
before(async () => {
  sandbox = await testSandbox();
});
after(() => sandbox[Symbol.asyncDispose]());

/** Builds a Function that imports these Libraries and runs it in the real sandbox. */
async function run(source: string, libraries: BuildLibrary[], input: unknown = {}) {
  const { functions, bundles } = await builds.builder.build([draftOf(source, { libraries: importNames(libraries) })], {
    libraries,
  });
  const [bundle] = bundles.values();
  assert.ok(bundle, JSON.stringify(functions[0]?.diagnostics));
  const given = { bundle: { digest: bundle.digest, load: async () => bundle }, inputJson: JSON.stringify(input) };
  return sandbox.invoke(invocationOf("", given));
}

test("a source Library runs as part of the Function, and its frames in a stack are its own lines", async () => {
  const library: BuildLibrary = {
    kind: "source",
    id: "lib_1",
    name: "checks",
    imports: [],
    source: "export function check(n: number): number {\n  if (n < 0) throw new Error('negative');\n  return n;\n}",
  };
  const source = 'import { check } from "lib/checks";\nexport default (input: { n: number }) => check(input.n);';
  assert.equal(valueOf(await run(source, [library], { n: 3 })), 3);
  const { outcome } = await run(source, [library], { n: -1 });
  assert.ok(outcome.kind === "threw");
  assert.match(outcome.stack ?? "", /lib\/checks\.ts:2:\d+/);
  assert.match(outcome.stack ?? "", /function\.ts:2:\d+/);
});

test("a package written for Node's Buffer runs, and one that asks first keeps its other way", async () => {
  const bytes = 'exports.hex = (text) => Buffer.from(text, "utf8").toString("hex");';
  await builds.registry.publish({ name: "bytes", version: "1.0.0", files: { "index.js": bytes } });
  const asks = 'export const way = typeof Buffer === "undefined" ? "web" : Buffer.from("node").toString();';
  await builds.registry.publish({
    name: "asks",
    version: "1.0.0",
    files: { "index.js": asks },
    manifest: { type: "module" },
  });
  const source = 'import { hex } from "bytes";\nimport { way } from "asks";\nexport default () => [hex("é"), way];';
  assert.deepEqual(valueOf(await run(source, [npmLibrary("bytes"), npmLibrary("asks")])), ["c3a9", "web"]);
});

test("a package's own way for browsers is taken: its exports, and its map of files", async () => {
  const files = {
    "node.js": 'exports.where = require("fs");',
    "web.js": 'exports.where = "web " + require("./lib/part").part;',
    "lib/part.js": 'exports.part = require("os");',
    "lib/part-web.js": 'exports.part = "part";',
    "lib/lib/part.js": "exports.part = 'not this one';",
  };
  const browser = { "./node.js": "./web.js", "./lib/part.js": "./lib/part-web.js" };
  await builds.registry.publish({ name: "mapped", version: "1.0.0", files, manifest: { main: "node.js", browser } });
  const exports = { ".": { browser: "./browser.js", node: "./node.js" } };
  const conditional = {
    "browser.js": 'export { where } from "./node.js";',
    "node.js": 'export const where = "sibling";',
  };
  const manifest = { type: "module", exports, browser: { "./dist/node.js": "./elsewhere.js" } };
  await builds.registry.publish({ name: "conditional", version: "1.0.0", files: conditional, manifest });
  const source =
    'import { where as a } from "mapped";\nimport { where as b } from "conditional";\nexport default () => [a, b];';
  assert.deepEqual(valueOf(await run(source, [npmLibrary("mapped"), npmLibrary("conditional")])), [
    "web part",
    "sibling",
  ]);
});

test("a module of Node that a package asks for and does not get fails the call with its name", async () => {
  const lazy = 'exports.read = () => require("fs").readFileSync("/etc/passwd");';
  await builds.registry.publish({ name: "lazy", version: "1.0.0", files: { "index.js": lazy } });
  const { outcome } = await run('import { read } from "lazy";\nexport default () => read();', [npmLibrary("lazy")]);
  assert.ok(outcome.kind === "threw");
  assert.match(outcome.message, /The module "fs" does not exist in the sandbox, and readFileSync\(\) was called/);
});

test("files are found as bundlers find them: keys of browser maps without endings, the condition module, Node's default", async () => {
  const mapped = {
    "dist/index.js": 'exports.where = require("./config").where + require("./part").where;',
    "dist/config.js": 'throw new Error("for Node");',
    "dist/config.browser.js": 'exports.where = "browser";',
    "dist/part/index.js": 'throw new Error("for Node");',
    "dist/part-web.js": 'exports.where = " part";',
  };
  const browser = { "./dist/config": "./dist/config.browser", "./dist/part": "./dist/part-web.js" };
  await builds.registry.publish({
    name: "keyed",
    version: "1.0.0",
    files: mapped,
    manifest: { main: "dist/index.js", browser },
  });
  const old = {
    "main.js": 'Object.defineProperty(exports, "__esModule", { value: true }); exports.helper = () => "helper";',
    "modules/package.json": '{"type":"module"}',
    "modules/index.js": 'import whole from "../main.js"; export const helper = whole.helper;',
    "modern.js": 'export const helper = () => "modern";',
  };
  const entry = { import: "./modules/index.js", default: "./main.js" };
  await builds.registry.publish({ name: "old", version: "1.0.0", files: old, manifest: { exports: { ".": entry } } });
  const modern = { module: "./modern.js", ...entry };
  await builds.registry.publish({
    name: "modern",
    version: "1.0.0",
    files: old,
    manifest: { exports: { ".": modern } },
  });
  const source = `import { where } from "keyed";
import { helper } from "old";
import { helper as other } from "modern";
export default () => [where, helper(), other()];`;
  const returned = await run(source, [npmLibrary("keyed"), npmLibrary("old"), npmLibrary("modern")]);
  assert.deepEqual(valueOf(returned), ["browser part", "helper", "modern"]);
});

test("an optional peer is found when it is a Library, and a call that needs it fails by its name when it is none", async () => {
  const files = { "index.js": 'exports.use = async () => (await import("peer")).name;' };
  const peers = { peerDependencies: { peer: "*" }, peerDependenciesMeta: { peer: { optional: true } } };
  await builds.registry.publish({ name: "with-peer", version: "1.0.0", files, manifest: peers });
  await builds.registry.publish({
    name: "peer",
    version: "1.0.0",
    files: { "index.js": 'exports.name = "the peer";' },
  });
  const source = 'import { use } from "with-peer";\nexport default () => use();';
  assert.equal(valueOf(await run(source, [npmLibrary("with-peer"), npmLibrary("peer")])), "the peer");
  const { outcome } = await run(source, [npmLibrary("with-peer")]);
  assert.ok(outcome.kind === "threw");
  assert.match(outcome.message, /The module "peer" does not exist/);
});

test("a plugin's types add to those of its own package", async () => {
  const files = {
    "index.js": "module.exports = class Day {};",
    "index.d.ts": "export = day; declare namespace day { class Day { day(): number } }",
    "plugin.js": 'require("plugged").prototype.week = () => 7;',
    "plugin.d.ts":
      'import type * as day from "plugged"; declare module "plugged" { interface Day { week(): number } } export type D = typeof day;',
  };
  await builds.registry.publish({ name: "plugged", version: "1.0.0", files, manifest: { types: "index.d.ts" } });
  const source = `import type { Day } from "plugged";
import "plugged/plugin";
export default () => { const week = (one: Day): number => one.week(); return typeof week; };`;
  assert.equal(valueOf(await run(source, [npmLibrary("plugged")])), "function");
});
