import assert from "node:assert/strict";
import { rename, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test, type TestContext } from "node:test";
import { fileSystem } from "../project/file-system.ts";
import { FolderError } from "../project/folder-error.ts";
import { TestFolder } from "../project/testing/test-folder.ts";
import { sampleSource } from "../../folder/testing/sample-source.ts";
import { LiveFolder, type LiveRead } from "./live-folder.ts";
import { watchFolder } from "./watch-folder.ts";

async function begin(t: TestContext) {
  const folder = await TestFolder.create(sampleSource());
  t.after(() => folder[Symbol.asyncDispose]());
  await folder.pull();
  const live = new LiveFolder(folder.place);
  const first = await live.read();
  const watch = watchFolder(folder.root, () => assert.fail("it polls"));
  t.after(() => watch.close());
  watch.hold(first.folders);
  return { folder, live, watch };
}

const sourceOf = ({ said }: LiveRead, slug: string) => {
  if (said instanceof FolderError) assert.fail(said.message);
  return said.source.functions.find((one) => one.slug === slug)?.source;
};

/** Reads after each change until `isThere`. */
async function until({ live, watch }: Awaited<ReturnType<typeof begin>>, isThere: (read: LiveRead) => boolean) {
  const signal = AbortSignal.timeout(20_000);
  for (;;) {
    await watch.changed(signal);
    assert.ok(!signal.aborted, "it was not heard");
    let read = await live.read();
    while (watch.hold(read.folders)) read = await live.read();
    if (isThere(read)) return read;
  }
}

describe("a folder that is read again and again", () => {
  test("hears saves in place, by rename, in new folders, and of files that go", async (t) => {
    const at = await begin(t);
    const { folder } = at;
    await folder.edit("functions/look-up.ts", (text) => `${text}// In place.\n`);
    await until(at, (read) => sourceOf(read, "look-up")!.includes("In place."));

    const beside = join(folder.root, "functions", ".look-up.ts.swp");
    await writeFile(beside, "export default () => 2;\n");
    await rename(beside, join(folder.root, "functions", "look-up.ts"));
    await until(at, (read) => sourceOf(read, "look-up") === "export default () => 2;\n");

    await folder.write("functions/new-one/index.ts", "export default () => 3;\n");
    await until(at, (read) => sourceOf(read, "new-one") === "export default () => 3;\n");
    await folder.write("functions/new-one/index.ts", "export default () => 4;\n");
    await until(at, (read) => sourceOf(read, "new-one") === "export default () => 4;\n");

    await folder.remove("functions/new-one");
    await until(at, (read) => sourceOf(read, "new-one") === undefined);
    await folder.write("functions/new-one/index.ts", "export default () => 5;\n");
    await until(at, (read) => sourceOf(read, "new-one") === "export default () => 5;\n");
  });

  test("reads only what has changed", async (t) => {
    const { folder } = await begin(t);
    const read: string[] = [];
    folder.fs = {
      ...fileSystem,
      readFile: ((path: string, ...rest: []) => {
        read.push(path.replaceAll("\\", "/").slice(folder.root.length + 1));
        return fileSystem.readFile(path, ...rest);
      }) as typeof fileSystem.readFile,
    };
    const old = new Date(Date.now() - 60_000);
    const { utimes } = await import("node:fs/promises");
    for (const path of (await folder.files()).keys()) await utimes(join(folder.root, path), old, old);
    const live = new LiveFolder(folder.place);
    // A change of times is a change, and files that were changed just now are read each time.
    await new Promise((resolve) => setTimeout(resolve, 2_600));
    await live.read();
    assert.ok(read.length > 8, read.join());
    read.length = 0;
    await live.read();
    assert.deepEqual(read, []);
    await folder.edit("functions/close-order.ts", (text) => `${text}\n`);
    assert.match(sourceOf(await live.read(), "close-order")!, /\n\n$/);
    assert.deepEqual(read, ["functions/close-order.ts"]);
  });

  test("says what is wrong, and goes on with what is right", async (t) => {
    const at = await begin(t);
    const { folder } = at;
    await folder.write("endpoints/api.yaml", "kind: http\nroutes:\n  GET /a: [\n");
    const broken = await until(at, ({ said }) => said instanceof FolderError);
    assert.deepEqual((broken.said as FolderError).problems[0]?.file, "endpoints/api.yaml");
    await folder.write("endpoints/api.yaml", "kind: http\nroutes:\n  GET /a:\n    function: look-up\n");
    await until(at, ({ said }) => !(said instanceof FolderError));

    const link = join(folder.root, "functions", "outside.ts");
    await symlink(import.meta.filename, link);
    const linked = await until(at, ({ said }) => said instanceof FolderError);
    assert.match((linked.said as FolderError).problems[0]!.message, /symbolic link/);
    await unlink(link);
    await until(at, ({ said }) => !(said instanceof FolderError));
  });

  test("waits for the second half of a save that begins by emptying the file", async (t) => {
    const { folder, live } = await begin(t);
    await folder.write("functions/look-up.ts", "");
    setTimeout(() => void folder.write("functions/look-up.ts", "export default () => 9;\n"), 40);
    assert.equal(sourceOf(await live.read(), "look-up"), "export default () => 9;\n");
  });

  test("reads a thousand files that change at once", async (t) => {
    const at = await begin(t);
    const all = Array.from({ length: 1_000 }, (_, n) => n);
    await Promise.all(all.map((n) => at.folder.write(`functions/fn-${n}.ts`, `export default () => ${n};\n`)));
    await until(at, (read) => all.every((n) => sourceOf(read, `fn-${n}`) !== undefined));
  });
});
