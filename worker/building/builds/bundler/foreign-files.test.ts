import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { stop } from "esbuild";
import type { BuildLibraries } from "../libraries/build-libraries.ts";
import { bundleFunction } from "./bundle-function.ts";

const folder = mkdtempSync(join(realpathSync(tmpdir()), "ferrule-foreign-"));
after(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});
const secret = join(folder, "secret.txt");
writeFileSync(secret, "oneSecretWord\n");

const mapOf = (more: object) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify({ version: 3, names: [], mappings: "AAAA;AACA;AACA", ...more })).toString("base64")}`;
const targets: [what: string, url: string][] = [
  ["a file's URL", pathToFileURL(secret).href],
  ["a file's path", secret],
  ["a path that leads up", relative("/somewhere/deep", secret)],
  ["a map in the comment that names a file", mapOf({ sources: [pathToFileURL(secret).href] })],
  ["a map in the comment that names a path", mapOf({ sources: [secret] })],
  ["a map in the comment with a root", mapOf({ sourceRoot: pathToFileURL(folder).href, sources: ["secret.txt"] })],
  [
    "a map of sections",
    mapOf({
      mappings: undefined,
      sections: [
        {
          offset: { line: 0, column: 0 },
          map: JSON.parse(atob(mapOf({ sources: [secret] }).split(",")[1]!)) as object,
        },
      ],
    }),
  ],
  ["a device without an end", "file:///dev/zero"],
];
const comments = [
  (url: string) => `//# sourceMappingURL=${url}`,
  (url: string) => `//@ sourceMappingURL=${url}`,
  (url: string) => `/*# sourceMappingURL=${url} */`,
  (url: string) => `/*@ sourceMappingURL=${url} */`,
  (url: string) => `//# sourceMappingURL=${url}\u2028`,
  (url: string) => `//# sourceMappingURL=${url}\n//# sourceMappingURL=`,
  (url: string) => `<!--\n//# sourceMappingURL=${url} -->`,
];

const packaged = (code: string): BuildLibraries => ({
  sources: {},
  roots: { p: "p@1" },
  packages: {
    "p@1": {
      name: "p",
      version: "1",
      dependencies: {},
      files: { "package.json": '{"main":"index.js"}', "index.js": code },
    },
  },
});
const places: [what: string, bundle: (comment: string) => ReturnType<typeof bundleFunction>][] = [
  ["a Function", (comment) => bundleFunction(`export default () => 1;\n${comment}`)],
  [
    "a source Library",
    (comment) =>
      bundleFunction('import { a } from "lib/l"; export default () => a;', {
        ...packaged(""),
        sources: { l: `${comment}\nexport const a = 1;` },
      }),
  ],
  [
    "a package",
    (comment) => bundleFunction('import p from "p"; export default () => p;', packaged(`exports.a = 1;${comment}`)),
  ],
];

describe("a source map comment leads esbuild to no file", () => {
  for (const [where, bundle] of places)
    for (const [what, url] of targets)
      test(`in ${where}: ${what}`, { timeout: 20_000 }, async () => {
        for (const comment of comments) {
          const text = comment(url);
          // A module has no HTML-like comments.
          if (text.startsWith("<!--") && where !== "a package") continue;
          const answer = await bundle(text);
          assert.deepEqual(answer.diagnostics, [], text);
          assert.doesNotMatch(JSON.stringify(answer), /oneSecretWord/);
          const { sources } = JSON.parse(answer.bundle!.sourceMap) as { sources: string[] };
          assert.deepEqual(
            sources.filter((name) => !/^(?:function\.ts|lib\/l\.ts|p@1\/index\.js)$/.test(name)),
            [],
          );
        }
      });
});

test("what looks like a source map comment in a text stays what it is", async () => {
  const text = "`//# sourceMappingURL=file:///etc/passwd\n/*# sourceMappingURL=x */`";
  const { bundle } = await bundleFunction(`export default () => [String.raw${text}, ${text}];`);
  assert.equal(bundle!.code.split("sourceMappingURL=file:///etc/passwd\n/*# sourceMappingURL=x */").length, 3);
});

describe("no import makes esbuild look at the disk", () => {
  const name = relative("/", folder);
  for (const code of [
    `module.exports = (x) => require("./${name}/" + x);`,
    `module.exports = (x) => require("./${name}/" + x + ".txt");`,
    `export default (x) => import(\`../../${name}/\${x}.txt\`);`,
    `import a from "${secret}" with { type: "text" }; export default a;`,
    `import a from "./../${name}/secret.txt" with { type: "bytes" }; export default a;`,
    `import a from "${pathToFileURL(secret).href}" with { type: "file" }; export default a;`,
    `import a from "data:text/plain,a"; export default a;`,
  ])
    test(code.replaceAll(folder, "…").replaceAll(name, "…"), async () => {
      const answer = await bundleFunction('import p from "p"; export default () => p;', packaged(code));
      assert.equal(answer.bundle, null);
      assert.doesNotMatch(JSON.stringify(answer), /oneSecretWord/);
    });
});

test("a package's file keeps its name in the source map, whatever is in it", async () => {
  const files = ["a b.js", "%41.js", "ü.js", "a#b.js", "a?b.js", 'a"b.js', "package:x.js"];
  const p = packaged(files.map((file) => `require(${JSON.stringify(`./${file}`)});`).join("\n"));
  for (const file of files) p.packages["p@1"]!.files[file] = `globalThis.x = ${JSON.stringify(file)};`;
  const { bundle, diagnostics } = await bundleFunction('import "p"; export default () => 1;', p);
  assert.deepEqual(diagnostics, []);
  const { sources, sourcesContent } = JSON.parse(bundle!.sourceMap) as { sources: string[]; sourcesContent: string[] };
  for (const file of files)
    assert.equal(sourcesContent[sources.indexOf(`p@1/${file}`)], p.packages["p@1"]!.files[file]);
});
