import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { BuildLibrary } from "@ferrule/contract/internal/libraries.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { Builder } from "../builder.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import {
  draftOf,
  importNames,
  npmLibrary,
  sourceLibrary,
  startTestBuilds,
  type TestBuilds,
} from "../../../testing/test-builds.ts";

const builds = duringTests(startTestBuilds);
const log = createLog("test", "silent");

async function build(source: string, libraries: BuildLibrary[], by = builds.builder) {
  const draft = draftOf(source, { libraries: importNames(libraries) });
  const { functions, bundles, resolved } = await by.build([draft], { libraries });
  const [built] = functions;
  assert.ok(built);
  const bundle = built.bundleDigest === null ? undefined : bundles.get(built.bundleDigest);
  return { ...built, code: String(bundle?.code ?? ""), map: String(bundle?.sourceMap ?? ""), resolved };
}
const told = ({ diagnostics }: { diagnostics: { code: string; message: string; line: number; column: number }[] }) =>
  diagnostics.map(({ code, message, line, column }) => `${line}:${column} ${code} ${message}`).join("\n");

/**
 * A Function that uses the package. Only a real sandbox may run its bundle, so these tests only read the bundle's text.
 */
const usesGreet = 'import { greet } from "greet";\nexport default (input: { name: string }) => greet(input.name);';
const greet = {
  name: "greet",
  version: "1.0.0",
  files: {
    "index.js": "export const greet = (name) => `Hello ${name}`;\nexport const unused = 'nobody asks for this';",
    "index.d.ts": "export declare function greet(name: string): string;",
  },
  manifest: {
    type: "module",
    sideEffects: false,
    exports: { ".": { types: "./index.d.ts", import: "./index.js" } },
    scripts: { postinstall: "node -e \"require('fs').writeFileSync('/tmp/ferrule-library-ran', '')\"" },
  },
};

describe("a Library of kind source", () => {
  const money = sourceLibrary("money", "export const format = (cents: number): string => (cents / 100).toFixed(2);");

  test("is type-checked, derived from and bundled, with its lines in the source map", async () => {
    const source =
      'import { format } from "lib/money";\nexport default (input: { cents: number }) => format(input.cents);';
    const built = await build(source, [money]);
    assert.equal(told(built), "");
    assert.deepEqual(built.derived.outputSchema, { type: "string" });
    assert.match(built.code, /toFixed\(2\)/);
    assert.deepEqual((JSON.parse(built.map) as { sources: string[] }).sources, ["lib/money.ts", "function.ts"]);
  });

  test("that is used wrongly is a type error at the use", async () => {
    const built = await build('import { format } from "lib/money";\nexport default () => format("1");', [money]);
    assert.match(told(built), /^2:29 TS2345 /);
  });

  test("with an error of its own is said at the import, with the place in the Library", async () => {
    const broken = sourceLibrary("broken", "export const one: string = 1;\nexport const env = process.env;");
    const built = await build('import { one } from "lib/broken";\nexport default () => one;', [broken]);
    assert.equal(built.valid, false);
    assert.match(told(built), /1:21 TS2322 lib\/broken:1:14 /);
    assert.match(told(built), /1:21 NODE_GLOBAL lib\/broken:2:20 /);
  });

  test("may use others, and an import that leads nowhere is told with the fix", async () => {
    const tax = sourceLibrary(
      "tax",
      'import { format } from "lib/money";\nexport const gross = (net: number) => format(net * 1.2);',
      ["lib/money"],
    );
    const source = 'import { gross } from "lib/tax";\nexport default () => gross(1);';
    assert.equal(told(await build(source, [tax, money])), "");
    assert.match(told(await build(source, [tax])), /1:23 IMPORT_UNKNOWN lib\/tax:1:24 There is no Library "money"/);
  });

  test("decides the bundle: another text gives another digest, the same gives the same", async () => {
    const source = 'import { one } from "lib/one";\nexport default () => one;';
    const [first, other, again] = [
      await build(source, [sourceLibrary("one", "export const one = 1;")]),
      await build(source, [sourceLibrary("one", "export const one = 2;")]),
      await build(source, [sourceLibrary("one", "export const one = 1;")]),
    ];
    assert.notEqual(first.bundleDigest, other.bundleDigest);
    assert.equal(first.bundleDigest, again.bundleDigest);
  });
});

describe("a Library of kind npm", () => {
  test("is fetched once, checked by its own types and bundled without what nobody uses; its scripts never run", async () => {
    const integrity = await builds.registry.publish(greet);
    const built = await build(usesGreet, [npmLibrary("greet")]);
    assert.equal(told(built), "");
    assert.match(built.code, /Hello \$\{name\}/);
    assert.doesNotMatch(built.code, /nobody asks/);
    const lock = [{ name: "greet", version: "1.0.0", integrity, dependencies: {} }];
    assert.deepEqual(built.resolved, [{ id: "lib_greet", revision: 1, lock }]);
    const before = builds.registry.asked.length;
    const wrong = await build(usesGreet.replace("input.name)", "1)"), [npmLibrary("greet", { integrity, lock })]);
    assert.match(told(wrong), /^2:\d+ TS2345 /);
    assert.deepEqual(wrong.resolved, []);
    assert.equal(builds.registry.asked.length, before);
    assert.ok(!(await readdir("/tmp")).includes("ferrule-library-ran"));
  });

  test("brings its dependencies, each in the version that its own package asked for", async () => {
    const leaf = (version: string) => ({
      name: "leaf",
      version,
      files: { "index.js": `module.exports = { version: "leaf ${version}" };` },
    });
    for (const version of ["1.0.0", "1.4.0", "2.0.0"]) await builds.registry.publish(leaf(version));
    await builds.registry.publish({
      name: "@acme/branch",
      version: "1.0.0",
      dependencies: { leaf: "^1.0.0" },
      files: {
        "lib/main.js": 'exports.leaf = require("leaf/index").version; exports.own = require("./own");',
        "lib/own.json": '"own"',
      },
      manifest: { main: "./lib/main" },
    });
    const source = `import { leaf, own } from "@acme/branch";\nimport { version } from "leaf";\nexport default () => [leaf, own, version];`;
    const built = await build(source, [npmLibrary("@acme/branch"), npmLibrary("leaf", { version: "2.0.0" })]);
    assert.equal(told(built), "");
    assert.match(built.code, /leaf 1\.4\.0/);
    assert.match(built.code, /leaf 2\.0\.0/);
    assert.doesNotMatch(built.code, /leaf 1\.0\.0/);
    assert.deepEqual(
      built.resolved[0]?.lock.map(({ name, version, dependencies }) => ({ name, version, dependencies })),
      [
        { name: "@acme/branch", version: "1.0.0", dependencies: { leaf: "1.4.0" } },
        { name: "leaf", version: "1.4.0", dependencies: {} },
      ],
    );
  });

  test("whose tarball has changed is refused, and so is what was changed in the cache", async () => {
    const integrity = await builds.registry.publish({ ...greet, name: "changing" });
    const lock = [{ name: "changing", version: "1.0.0", integrity, dependencies: {} }];
    const library = npmLibrary("changing", { integrity, lock });
    const source = usesGreet.replace('"greet"', '"changing"');
    assert.equal(told(await build(source, [library])), "");

    await builds.registry.publish(
      { ...greet, name: "changing", files: { "index.js": "export const greet = 'evil';" } },
      { silently: true },
    );
    for (const name of await readdir(join(builds.cacheDir, "packages")))
      await writeFile(join(builds.cacheDir, "packages", name), "evil");
    assert.match(
      told(await build(`${source}\n`, [library])),
      /1:\d+ LIBRARY_INTEGRITY Library "changing".*another SHA-512/,
    );
    const unlocked = await build(`${source}\n\n`, [
      npmLibrary("changing", { integrity: `sha512-${"A".repeat(86)}==` }),
    ]);
    assert.match(told(unlocked), /LIBRARY_INTEGRITY/);
  });

  test("that is not there, or not to be had, is a diagnostic of those who import it, and of no other", async () => {
    const functions = [
      draftOf(usesGreet.replace('"greet"', '"nowhere"'), { libraries: ["nowhere"] }),
      draftOf("export default () => 1;", { id: "fn_2", libraries: [] }),
    ];
    const { functions: built } = await builds.builder.build(functions, { libraries: [npmLibrary("nowhere")] });
    assert.deepEqual(
      built.map(({ valid }) => valid),
      [false, true],
    );
    assert.match(told(built[0]!), /1:24 LIBRARY_NOT_FOUND Library "nowhere"/);
    assert.match(
      told(await build(usesGreet, [npmLibrary("greet", { version: "9.0.0" })])),
      /LIBRARY_NOT_FOUND.*version 9\.0\.0/,
    );
    const folder = await mkdtemp(join(tmpdir(), "ferrule-libraries-"));
    await using away = new Builder({ log, cacheDir: folder, registryUrl: "http://127.0.0.1:9" });
    assert.match(told(await build(usesGreet, [npmLibrary("greet")], away)), /LIBRARY_UNAVAILABLE/);
    await rm(folder, { recursive: true });
  });

  test("is fetched though the registry falters for a moment, and asked for three times at most", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ferrule-libraries-"));
    await using fresh = new Builder({ log, cacheDir: folder, registryUrl: builds.registry.url });
    builds.registry.falter(2);
    assert.equal(told(await build(usesGreet, [npmLibrary("greet")], fresh)), "");
    const before = builds.registry.asked.length;
    builds.registry.falter(1_000);
    assert.match(
      told(await build(usesGreet, [npmLibrary("greet", { version: "0.0.1" })], fresh)),
      /LIBRARY_UNAVAILABLE/,
    );
    builds.registry.falter(0);
    assert.equal(builds.registry.asked.length - before, 3);
    await rm(folder, { recursive: true });
  });

  test("that asks for another source than the registry is refused by name", async () => {
    await builds.registry.publish({
      name: "git-user",
      version: "1.0.0",
      dependencies: { own: "git+https://git.example/own" },
      files: {},
    });
    const built = await build(usesGreet.replace('"greet"', '"git-user"'), [npmLibrary("git-user")]);
    assert.match(told(built), /LIBRARY_DEPENDENCIES.*git-user@1\.0\.0 depends on "own" from "git\+https/);
  });

  const unsafe: [title: string, header: Parameters<TestBuilds["registry"]["publish"]>[0]["entries"]][] = [
    ["a path that leads out", [{ header: { name: "package/../../../etc/cron.d/job" }, content: "x" }]],
    ["an absolute path", [{ header: { name: "/etc/cron.d/job" }, content: "x" }]],
    ["a symbolic link", [{ header: { name: "package/index.d.ts", type: "symlink", linkname: "/etc/passwd" } }]],
    ["a hard link", [{ header: { name: "package/index.d.ts", type: "link", linkname: "/etc/passwd" } }]],
  ];
  for (const [index, [title, entries]] of unsafe.entries()) {
    test(`with ${title} in its tarball is refused as a whole`, async () => {
      const name = `unsafe-${index}`;
      await builds.registry.publish({
        name,
        version: "1.0.0",
        files: {},
        ...(entries === undefined ? {} : { entries }),
      });
      const built = await build(usesGreet.replace('"greet"', `"${name}"`), [npmLibrary(name)]);
      assert.match(told(built), /LIBRARY_UNSAFE/);
    });
  }

  test("that unpacks to more than a Library may have is refused", async () => {
    await builds.registry.publish({
      name: "bomb",
      version: "1.0.0",
      files: { "index.js": "0".repeat(70 * 1_048_576) },
    });
    assert.match(told(await build(usesGreet.replace('"greet"', '"bomb"'), [npmLibrary("bomb")])), /LIBRARY_TOO_LARGE/);
  });

  test("that imports a module of Node is an error where it is sure, a warning where it may never happen", async () => {
    await builds.registry.publish({
      name: "sure",
      version: "1.0.0",
      files: { "index.js": 'import fs from "node:fs"; export const greet = fs;' },
      manifest: { type: "module" },
    });
    const sure = await build(usesGreet.replace('"greet"', '"sure"'), [npmLibrary("sure")]);
    assert.match(told(sure), /BUNDLE_FAILED sure@1\.0\.0\/index\.js:1 sure@1\.0\.0 needs Node's module "node:fs"/);
    await builds.registry.publish({
      name: "maybe",
      version: "1.0.0",
      files: { "index.js": 'try { require("net"); } catch {} exports.greet = () => require("fs").readFileSync("a");' },
    });
    const maybe = await build(usesGreet.replace('"greet"', '"maybe"'), [npmLibrary("maybe")]);
    assert.equal(maybe.valid, true);
    assert.match(told(maybe), /MODULE_ABSENT .*maybe@1\.0\.0 may load Node's module "fs"/);
    assert.match(told(maybe), /MODULE_ABSENT .*maybe@1\.0\.0 may load Node's module "net"/);
  });

  test("that needs sockets, programs or native code is refused with what to use instead", async () => {
    await builds.registry.publish({
      name: "dials",
      version: "1.0.0",
      files: { "index.js": 'const net = require("net"); exports.greet = () => net.connect(1);' },
    });
    const dials = await build(usesGreet.replace('"greet"', '"dials"'), [npmLibrary("dials")]);
    assert.equal(dials.valid, false);
    assert.match(told(dials), /MODULE_REFUSED .*Node's module "net": it opens network connections.*Use a package/);
    for (const path of ["binding.gyp", "prebuilds/linux-x64/addon.node"]) {
      const name = path.endsWith("gyp") ? "compiles" : "prebuilt";
      await builds.registry.publish({
        name,
        version: "1.0.0",
        files: { [path]: "x", "index.js": "exports.greet = 1;" },
      });
      const found = await build(usesGreet.replace('"greet"', `"${name}"`), [npmLibrary(name)]);
      assert.match(told(found), /LIBRARY_REFUSED .*native code/);
    }
    const asked = builds.registry.asked.length;
    const known = await build(usesGreet.replace('"greet"', '"pg"'), [npmLibrary("pg")]);
    assert.match(told(known), /LIBRARY_REFUSED .*PostgREST/);
    assert.equal(builds.registry.asked.length, asked);
  });

  test("may name a dependency by another name, as npm's aliases do", async () => {
    await builds.registry.publish({ name: "real", version: "1.2.0", files: { "index.js": "exports.name = 'real';" } });
    await builds.registry.publish({
      name: "aliasing",
      version: "1.0.0",
      dependencies: { other: "npm:real@^1.0.0" },
      files: { "index.js": "exports.greet = () => require('other').name;" },
    });
    const built = await build(usesGreet.replace('"greet"', '"aliasing"'), [npmLibrary("aliasing")]);
    assert.equal(told(built), "");
    assert.deepEqual(built.resolved[0]?.lock[0]?.dependencies, { other: "npm:real@1.2.0" });
  });

  test("whose package.json files lead in a circle ends with a diagnostic", async () => {
    const files = { "index.js": "exports.greet = require('./sub');", "sub/package.json": '{"main":"."}' };
    await builds.registry.publish({ name: "circle", version: "1.0.0", files });
    const built = await build(usesGreet.replace('"greet"', '"circle"'), [npmLibrary("circle")]);
    assert.match(told(built), /BUNDLE_FAILED .*no file for "\.\/sub"/);
  });

  test("is not reached by what it does not export, and reads no file of this machine", async () => {
    const sub = await build(usesGreet.replace('"greet"', '"greet/secret"'), [npmLibrary("greet")]);
    assert.match(told(sub), /1:\d+ BUNDLE_FAILED "greet" does not export "\.\/secret"/);
    await builds.registry.publish({
      name: "reader",
      version: "1.0.0",
      files: { "index.js": 'exports.greet = require("/etc/passwd") + require("../../../../etc/passwd");' },
    });
    const reader = await build(usesGreet.replace('"greet"', '"reader"'), [npmLibrary("reader")]);
    assert.equal(reader.valid, false);
    assert.doesNotMatch(reader.code, /root:/);
  });
});
