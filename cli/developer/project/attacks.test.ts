import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sampleSource } from "../../folder/testing/sample-source.ts";
import { fileSystem } from "./file-system.ts";
import { TestFolder } from "./testing/test-folder.ts";

const line = (from: string, to: string) => (text: string) => text.replace(from, to);

/** A change on the server that touches several files of a folder. */
const editMuch = ({ server }: TestFolder) =>
  server.edit((source) => {
    for (const one of source.functions) one.source = `// By somebody else.\n${one.source}`;
    source.functions.push({ ...source.functions[0]!, slug: "third", name: "third" });
    source.crons = [];
  });

test("a symbolic link is refused, and nothing outside of the folder is read or written", async () => {
  const outside = await mkdtemp(join(tmpdir(), "ferrule-outside-"));
  await writeFile(join(outside, "look-up.ts"), "export default () => 'outside';\n");
  const links: [name: string, to: string][] = [
    ["functions/linked.ts", join(outside, "look-up.ts")],
    ["lib", outside],
    ["crons.yaml", join(outside, "look-up.ts")],
  ];
  for (const [name, to] of links) {
    await using folder = await TestFolder.create(sampleSource());
    await folder.pull();
    await folder.remove(name);
    await symlink(to, join(folder.root, name));
    for (const blocked of [() => folder.pull(), () => folder.push()])
      await assert.rejects(blocked, (error: { problems: { file: string; message: string }[] }) => {
        assert.ok(
          error.problems.some(({ file, message }) => file === name && message.startsWith("is a symbolic link")),
        );
        return true;
      });
  }
  await using folder = await TestFolder.create(sampleSource());
  await symlink(outside, join(folder.root, ".ferrule"));
  await assert.rejects(folder.pull(), { message: /^\.ferrule is a symbolic link/ });
  assert.deepEqual(await readdir(outside), ["look-up.ts"]);
  await rm(outside, { recursive: true });
});

test("a journal that came with a clone cannot move a file out of the folder", async () => {
  const before = "0".repeat(64);
  const steps = ["../stolen", "/tmp/stolen", "a/../../stolen", "C:\\stolen", "functions//x.ts"];
  for (const path of steps) {
    await using folder = await TestFolder.create(sampleSource());
    const journal = { staging: ".ferrule/staged-0", steps: [{ path, staged: "0", before }] };
    await folder.write(".ferrule/staged-0/0", "stolen");
    await folder.write(".ferrule/journal.json", JSON.stringify(journal));
    await assert.rejects(folder.pull(), { message: /journal\.json is not one that ferrule wrote/ }, path);
  }
});

test("a full disk changes nothing in the folder, and the next pull brings everything", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  await folder.edit("functions/close-order.ts", line("return 1", "return 2"));
  editMuch(folder);
  const before = await folder.files();
  for (let room = 0; room < 7; room += 1) {
    let written = 0;
    const writeFull: typeof writeFile = async (file, ...rest) => {
      if (typeof file === "string" && !file.endsWith(".gitignore") && (written += 1) > room)
        throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      return writeFile(file, ...rest);
    };
    folder.fs = { ...fileSystem, writeFile: writeFull };
    await assert.rejects(folder.pull(), { message: /^The disk is full\. Nothing has changed/ }, `room ${room}`);
    assert.deepEqual(await folder.files(), before);
    assert.deepEqual((await readdir(join(folder.root, ".ferrule"))).sort(), [".gitignore", "base.json"]);
  }
  folder.fs = fileSystem;
  await folder.pull();
  assert.match(await folder.read("functions/close-order.ts"), /^\/\/ By somebody else\.\n[\s\S]*return 2/);
});

/** A file system that hangs for ever at its n-th move or removal, as if its process had been killed. */
function killedAfter(moves: number) {
  let made = 0;
  const killed = new Error("killed");
  const count = () => {
    if (made >= moves) throw killed;
    made += 1;
  };
  const fs = {
    ...fileSystem,
    rename: async (...args: Parameters<typeof fileSystem.rename>) => {
      count();
      await fileSystem.rename(...args);
    },
    rm: async (...args: Parameters<typeof fileSystem.rm>) => {
      count();
      await fileSystem.rm(...args);
    },
  };
  return { fs, killed };
}

test("a pull that is killed at any moment is finished by the next command", async () => {
  let kills = 0;
  for (let moves = 0; ; moves += 1) {
    await using folder = await TestFolder.create(sampleSource());
    await folder.pull();
    await folder.edit("functions/close-order.ts", line("return 1", "return 2"));
    editMuch(folder);
    const { fs, killed } = killedAfter(moves);
    folder.fs = fs;
    const done = await folder.pull().then(
      () => true,
      (error: unknown) => {
        assert.equal(error, killed);
        return false;
      },
    );
    folder.fs = fileSystem;
    if (done) break;
    kills += 1;
    const { outcome, plan } = await folder.push();
    assert.deepEqual([outcome, plan?.changes.map(({ name }) => name)], ["pushed", ["close-order"]], `after ${moves}`);
    assert.match(await folder.read("functions/close-order.ts"), /^\/\/ By somebody else\.\n[\s\S]*return 2/);
    assert.match(await folder.read("functions/third.ts"), /export default/);
    assert.equal((await folder.pull()).changes.length, 0);
  }
  assert.ok(kills >= 6, `${kills}`);
});

test("a file that was edited after a killed pull keeps the edit, and the server's comes with the next pull", async () => {
  for (let moves = 1; moves < 6; moves += 1) {
    await using folder = await TestFolder.create(sampleSource());
    await folder.pull();
    editMuch(folder);
    folder.fs = killedAfter(moves).fs;
    await assert.rejects(folder.pull());
    folder.fs = fileSystem;
    await folder.edit("functions/look-up.ts", line("return 1", "return 2"));
    const { conflicts } = await folder.pull();
    assert.deepEqual(conflicts, [], `after ${moves}`);
    assert.match(await folder.read("functions/look-up.ts"), /^\/\/ By somebody else\.\n[\s\S]*return 2/);
    assert.deepEqual(
      (await folder.push()).plan?.changes.map(({ name }) => name),
      ["look-up"],
    );
  }
});

test("a file that is saved while a pull runs keeps what was saved", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  editMuch(folder);
  let saved = false;
  const rename: typeof fileSystem.rename = async (...args) => fileSystem.rename(...args);
  const mkdir = (async (...args: Parameters<typeof fileSystem.mkdir>) => {
    if (!saved && String(args[0]).includes("staged-")) {
      saved = true;
      await folder.edit("functions/look-up.ts", line("return 1", "return 2"));
    }
    return fileSystem.mkdir(...args);
  }) as typeof fileSystem.mkdir;
  folder.fs = { ...fileSystem, rename, mkdir };
  await folder.pull();
  assert.ok(saved);
  assert.match(await folder.read("functions/look-up.ts"), /^\/\/ By somebody else\.\n[\s\S]*return 2/);
});

test("a second command waits its turn, and one that was killed is no obstacle", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.write(".ferrule/lock", String(process.ppid));
  await assert.rejects(folder.pull(), { message: /Another ferrule command \(process \d+\) is at work/ });
  await folder.write(".ferrule/lock", "999999999");
  await folder.pull();
  assert.ok(!(await readdir(join(folder.root, ".ferrule"))).includes("lock"));
});

test("CRLF and a byte order mark of a file stay, and are no change", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  const asWindows = (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
  const paths = ["functions/look-up.ts", "functions/close-order.yaml", "endpoints/api.yaml", "crons.yaml"];
  for (const path of paths) await folder.edit(path, asWindows);
  assert.equal((await folder.push()).outcome, "nothing");
  folder.server.edit((source) => {
    const [close, lookUp] = source.functions;
    close!.timeoutMs = 7_000;
    lookUp!.source = lookUp!.source.replace("return 1", "return 2");
    source.endpoints[0]!.description = "New.";
  });
  await folder.pull();
  for (const path of paths) {
    const text = await folder.read(path);
    assert.equal(text, asWindows(text.slice(1).replaceAll("\r\n", "\n")), path);
  }
  assert.match(await folder.read("functions/close-order.yaml"), /timeoutMs: 7000\r\n/);
  assert.equal((await folder.push()).outcome, "nothing");
});

test("a source that the server has with CRLF stays so, whatever the file looks like", async () => {
  const source = sampleSource();
  source.functions[0]!.source = source.functions[0]!.source.replaceAll("\n", "\r\n");
  source.functions[1]!.source = `a();\r\n${source.functions[1]!.source}`;
  await using folder = await TestFolder.create(source);
  await folder.pull();
  const before = folder.server.source;
  assert.equal((await folder.push()).outcome, "nothing");
  await folder.edit("lib/money.ts", (text) => `${text}// More.\n`);
  await folder.push();
  assert.deepEqual(folder.server.source.functions, before.functions);
});

test("names that Windows keeps or cannot tell apart are files of their own", async () => {
  const source = sampleSource();
  const [first] = source.functions;
  source.functions.push({ ...first!, slug: "con", name: "con" }, { ...first!, slug: "com1", name: "com1" });
  const library = { kind: "source" as const, version: "1" };
  source.libraries.push({ ...library, name: "Utils".replace("U", "u"), source: "export const a = 1;\n" });
  source.libraries.push({ ...library, name: "uTils", source: "export const a = 2;\n" });
  await using folder = await TestFolder.create(source);
  await folder.pull();
  const paths = [...(await folder.files()).keys()];
  for (const path of ["functions/con~.ts", "functions/com1~.ts"]) assert.ok(paths.includes(path), path);
  assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, paths.length);
  assert.equal((await folder.push()).outcome, "nothing");
  await folder.edit("functions/con~.ts", line("return 1", "return 2"));
  assert.deepEqual(
    (await folder.push()).plan?.changes.map(({ name }) => name),
    ["con"],
  );
});

test("bytes that are not text are told, and block the pull before it writes", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.pull();
  await folder.write("functions/look-up.ts", Uint8Array.of(0xff, 0xfe, 0x00));
  editMuch(folder);
  await assert.rejects(folder.pull(), {
    problems: [{ file: "functions/look-up.ts", message: "is not UTF-8 text" }],
  });
  assert.equal((await readFile(join(folder.root, "functions/look-up.ts"))).length, 3);
});
