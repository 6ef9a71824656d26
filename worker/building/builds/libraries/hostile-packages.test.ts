import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import type { Builder } from "../builder.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { draftOf, npmLibrary, startTestBuilds } from "../../../testing/test-builds.ts";

/**
 * In ms. While the worker's own thread is busy, everybody's calls wait. Reading any of these in that thread took
 * seconds.
 */
const longestStall = 400;

const builds = duringTests(() => startTestBuilds({ timeoutMs: 4_000 }));
/** For work that must finish even on a slow machine. */
let patient: Builder;
before(() => (patient = builds.addBuilder({ timeoutMs: 20_000 })));

/**
 * Builds a Function that imports these packages. Returns its diagnostics, and the longest time for which nothing else
 * could run.
 */
const build = (...names: string[]) => buildWith(builds.builder, names);

async function buildWith(by: Builder, names: string[]): Promise<{ told: string; stalledMs: number }> {
  const source = `${names.map((name, n) => `import * as p${n} from "${name}";`).join("\n")}
export default () => [${names.map((_, n) => `p${n}`).join(",")}].length;`;
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const { functions } = await by.build([draftOf(source, { libraries: names })], {
    libraries: names.map((name) => npmLibrary(name)),
  });
  delays.disable();
  const told = functions[0]!.diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n");
  return { told, stalledMs: delays.max / 1e6 };
}

const tarballOf = async (paths: Iterable<[path: string, text: string]>): Promise<Buffer> => {
  const archive = pack();
  const chunks: Buffer[] = [];
  const read = (async () => {
    for await (const chunk of archive) chunks.push(chunk as Buffer);
  })();
  for (const [name, text] of paths)
    await new Promise<void>((resolve) => archive.entry({ name: `package/${name}` }, text, () => resolve()));
  archive.finalize();
  await read;
  return gzipSync(Buffer.concat(chunks));
};

/** Publishes version 1.0.0 of a package with this document. */
async function publish(name: string, about: object): Promise<void> {
  const manifest = JSON.stringify({ name, version: "1.0.0" });
  const tarball = await tarballOf([
    ["package.json", manifest],
    ["index.js", "exports.greet = () => 1;"],
  ]);
  const dist = builds.registry.serve(name, "1.0.0", tarball);
  builds.registry.describe(name, { "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": { ...about, dist } } });
}

const manyVersions = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.0.1`, { dist: { tarball: "/many.tgz" } }]));

describe("a package made to hold up a worker", () => {
  test("by a range of many alternatives is refused, in a sentence that does not repeat them", async () => {
    const range = Array.from({ length: 60_000 }, (_, n) => `${n}.9.9`).join(" || ");
    await publish("wide", { dependencies: { many: range } });
    builds.registry.describe("many", { versions: manyVersions(3_000) });
    const { told, stalledMs } = await build("wide");
    assert.match(told, /LIBRARY_DEPENDENCIES .*wide@1\.0\.0 depends on "many" in a range of \d+ characters/);
    assert.ok(told.length < 500, told);
    assert.ok(stalledMs < longestStall, `${stalledMs} ms`);
  });

  test("by ranges that are each short enough is given up when its time is over", async () => {
    const range = Array.from({ length: 100 }, (_, n) => `9.${n}.9`).join(" || ");
    const names = Array.from({ length: 40 }, (_, n) => `alias${n}`);
    await publish("deep", { dependencies: Object.fromEntries(names.map((name) => [name, `npm:lots@${range}`])) });
    const integrity = `sha512-${"A".repeat(86)}==`;
    builds.registry.describe("lots", {
      versions: { ...manyVersions(200_000), "9.99.9": { dist: { tarball: "/lots.tgz", integrity } } },
    });
    const { told, stalledMs } = await build("deep");
    assert.match(told, /LIBRARY_UNREADABLE .*too much time or memory/);
    assert.ok(stalledMs < longestStall, `${stalledMs} ms`);
  });

  test("by a huge document is read elsewhere", async () => {
    const filler = Object.fromEntries(
      Array.from({ length: 250_000 }, (_, n) => [`0.0.${n}`, { dist: { tarball: "/a/tarball/somewhere.tgz" } }]),
    );
    await publish("huge", {});
    const tarball = await tarballOf([
      ["package.json", "{}"],
      ["index.js", "exports.greet = 1;"],
    ]);
    const dist = builds.registry.serve("huge", "1.0.0", tarball);
    builds.registry.describe("huge", { versions: { ...filler, "1.0.0": { dist } } });
    const { told, stalledMs } = await build("huge");
    assert.equal(told, "");
    assert.ok(stalledMs < longestStall, `${stalledMs} ms`);
  });

  test("by the paths of its files is refused, and so are eight of them", async () => {
    const names = Array.from({ length: 8 }, (_, n) => `paths${n}`);
    const folders = "d/".repeat(450);
    const tarball = await tarballOf([
      ["package.json", "{}"],
      ...Array.from({ length: 6_000 }, (_, n): [string, string] => [`${folders}${n}.js`, ""]),
    ]);
    for (const name of names) {
      const dist = builds.registry.serve(name, "1.0.0", tarball);
      builds.registry.describe(name, { versions: { "1.0.0": { dist } } });
    }
    const { told, stalledMs } = await buildWith(patient, names);
    assert.match(told, /LIBRARY_TOO_LARGE .*paths0@1\.0\.0 is larger unpacked than a Library may be/);
    assert.ok(stalledMs < longestStall, `${stalledMs} ms`);
  });

  test("by names and addresses that are none is refused, shortly", async () => {
    await publish("names", { dependencies: { ["x".repeat(1_000_000)]: "1.0.0" } });
    const names = await build("names");
    assert.match(names.told, /LIBRARY_DEPENDENCIES .*which is not the name of a package/);
    await publish("leaves", { dependencies: { "../../-/user": "1.0.0" } });
    assert.match((await build("leaves")).told, /LIBRARY_DEPENDENCIES .*which is not the name of a package/);
    builds.registry.describe("nowhere", { versions: { "1.0.0": { dist: { tarball: "http://[" } } } });
    assert.match((await build("nowhere")).told, /LIBRARY_UNREADABLE/);
    const git = `git+https://git.example/${"x".repeat(900)}`;
    await publish("gits", { dependencies: { own: git } });
    const { told } = await build("gits");
    assert.match(told, /LIBRARY_DEPENDENCIES .*packages of the npm registry only/);
    for (const one of [names.told, told]) assert.ok(one.length < 500, one);
  });
});

describe("what the registry says of a package", () => {
  test("is read of the version that is used, also in the form of npm's first years", async () => {
    const dist = builds.registry.serve(
      "old",
      "1.0.0",
      await tarballOf([
        ["package.json", "{}"],
        ["index.js", "exports.a = 1;"],
      ]),
    );
    const ancient = { "0.1.0": { version: 7, dependencies: "none", dist: [] }, "0.0.1": null };
    builds.registry.describe("old", {
      "dist-tags": { latest: 5 },
      versions: { ...ancient, "1.0.0": { dependencies: [], dist } },
    });
    assert.equal((await build("old")).told, "");
    await publish("needs-old", { dependencies: ["old@>=1.0.0"], peerDependenciesMeta: [], optionalDependencies: null });
    assert.equal((await build("needs-old")).told, "");
  });

  test("is told to be unreadable where the version that is used cannot be read", async () => {
    await publish("odd", { dependencies: { old: { version: "1.0.0" } } });
    assert.match((await build("odd")).told, /LIBRARY_UNREADABLE .*the dependencies of odd@1\.0\.0 cannot be read/);
    for (const [index, document] of [[], { versions: [] }, "text", { versions: { "1.0.0": { dist: {} } } }].entries()) {
      builds.registry.describe(`odd${index}`, document);
      assert.match((await build(`odd${index}`)).told, /LIBRARY_UNREADABLE .*cannot be read/);
    }
  });
});
