import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bundleLimits } from "@ferrule/contract/internal/artifact.ts";
import { workedMs } from "../../testing/worked-ms.ts";
import { bringGlobals } from "./bundler/bring-globals.ts";
import { mostBytes } from "./bundler/bundle-size.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { draftOf, npmLibrary, startTestBuilds } from "../../testing/test-builds.ts";

const builds = duringTests(() => startTestBuilds({ warmProcesses: 1 }));

const codesOf = async (source: string, names: string[] = []) => {
  const { functions } = await builds.builder.build([draftOf(source, { libraries: names })], {
    libraries: names.map((name) => npmLibrary(name)),
  });
  return functions[0]!.diagnostics.map(({ code, message }) => `${code} ${message}`);
};
const buildsAgain = async () => assert.deepEqual(await codesOf(`export default () => ${Math.random()};`), []);

test("packages of control characters, which as JSON would be too long for a string, are a diagnostic, and the next source builds", async () => {
  const names = ["one", "two", "three", "four"].map((name) => `control-${name}`);
  const text = `/*${"\u0001".repeat(7 * 1_048_576)}*/`;
  for (const name of names)
    await builds.registry.publish({
      name,
      version: "1.0.0",
      files: { "index.js": text, "a.js": text, "b.js": text, "c.js": text },
    });
  const uses = names.map((name) => `import "${name}";`).join("\n");
  const told = await codesOf(`${uses}\nexport default () => 1;`, names);
  assert.match(told.join(), /^LIBRARY_TOO_LARGE .*more than 64 MiB/);
  await buildsAgain();
});

test("a constant that doubles is refused while it is bundled, with its size", async () => {
  const names = "abcdefghijklmnopqrstuvw".split("");
  const members = names.map((name, index) =>
    index === 0 ? `${name} = "xxxx"` : `${name} = \`\${${names[index - 1]}}\${${names[index - 1]}}\``,
  );
  const told = await codesOf(
    `enum E { ${members.join(", ")} }\nexport default () => { const s: string = E.w; return s.length; };`,
  );
  assert.match(
    told.join(),
    /^(?:BUNDLE_TOO_LARGE The bundle has \d+\.\d MiB, and at most 7\.0 MiB are deployed\.|BUILD_|SOURCE_)/,
  );
  await buildsAgain();
});

test("the bounds of a bundle are those that the control plane has", () => {
  assert.deepEqual(mostBytes, { code: bundleLimits.code, map: bundleLimits.sourceMap });
});

describe("no pattern over a package's text takes more than its length", () => {
  const size = 8 * 1_048_576;
  const repeated = (part: string) => part.repeat(Math.floor(size / part.length));
  for (const part of [
    "import ",
    "import Buffer ",
    "var ",
    "var Buffer ",
    "Buffer ",
    "typeof ",
    "\n",
    " ",
    "var {",
    "///\n",
    "=;{}",
    "Buffer(",
  ])
    test(JSON.stringify(part), { timeout: 60_000 }, () => {
      const began = process.threadCpuUsage();
      bringGlobals(`Buffer.from(1);${repeated(part)}`);
      bringGlobals(`${repeated(part)}Buffer.from(1)`);
      assert.ok(workedMs(began) < 5_000);
    });
  test("and brings in Buffer where it is relied on alone", () => {
    const known = [
      "const { Buffer } = require('x'); Buffer.from('a')",
      "const {Buffer} = require('x'); Buffer.from('a')",
      "var Buffer = require('safe-buffer').Buffer; Buffer.from('')",
      "let a, Buffer; Buffer(1)",
      "import { Buffer } from 'buffer'; Buffer.from('')",
      "import{Buffer as B}from'buffer';\nBuffer.from('')",
      "if (typeof Buffer !== 'undefined') Buffer.from('')",
      "class Buffer {}\nBuffer.from('')",
      "function Buffer() {}\nBuffer(1)",
    ];
    for (const text of known) assert.equal(bringGlobals(text), text);
    for (const text of [
      "exports.a = Buffer.from('')",
      "var a = 1; exports.b = Buffer.alloc(a);",
      "import a from 'a';\nexport default Buffer.from(a)",
    ])
      assert.match(bringGlobals(text), /node:buffer/);
  });
});

test("a package of 8 MB of imports ends in its own time, and holds up nobody else's", { timeout: 60_000 }, async () => {
  await builds.registry.publish({
    name: "imports",
    version: "1.0.0",
    files: { "index.js": "import ".repeat(1_190_000) },
  });
  const slow = codesOf('import "imports";\nexport default () => 1;', ["imports"]);
  const { functions } = await builds.builder.build([draftOf("export default () => 2;")], { projectId: "another" });
  assert.equal(functions[0]?.valid, true);
  assert.notDeepEqual(await slow, []);
});
