import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, test, type TestContext } from "node:test";
import { chooseChanged } from "./choose-changed.ts";

const files: Record<string, string> = {
  "worker/package.json": "{}",
  "worker/leaf.ts": `export const leaf = 1;`,
  "worker/middle.ts": `export { leaf } from "./leaf.ts";`,
  "worker/middle.test.ts": `import { leaf } from "@ferrule/worker/middle.ts";`,
  "worker/types.test.ts": `import type { leaf } from "./leaf.ts";\nimport { type leaf as other } from "./leaf.ts";`,
  "worker/late.test.ts": `await import("./leaf.ts");`,
  "worker/far.test.ts": `export const far = 1;`,
  "worker/reads.test.ts": `const path = join(import.meta.dirname, "data", "rows.csv");`,
  "worker/spawns.test.ts": `const program = new URL("./data/program.mjs", import.meta.url);`,
  "worker/lists.test.ts": `const folder = join(import.meta.dirname, "data");`,
  "worker/data/rows.csv": "a,b",
  "worker/data/program.mjs": "",
  "docs/page.md": "# Page",
  "docs/orphan.txt": "",
  "acceptance/docs.test.ts": `globSync("docs/**");`,
  "console/page.css": "",
  "console/build/budgets.test.ts": "",
  "control-plane/package.json": "{}",
  "control-plane/start-control-plane.ts": `import "./things/create-thing.ts";`,
  "control-plane/things/create-thing.ts": "",
  "control-plane/things/things.test.ts": `import "../start-control-plane.ts";`,
  "control-plane/others/others.test.ts": `import "../start-control-plane.ts";`,
  "control-plane/ground/store/migrations/0001.sql": "",
  "control-plane/ground/store/store.test.ts": "",
};

/** A small repository with one commit on `main`. */
function repository(t: TestContext) {
  const folder = mkdtempDisposableSync(join(tmpdir(), "ferrule-changed-"));
  t.after(() => folder.remove());
  const root = folder.path;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
    });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const commit = () => {
    git("add", "-A");
    git("commit", "-qm", "a change");
  };
  git("init", "-qb", "main");
  for (const [path, body] of Object.entries(files)) write(path, body);
  commit();
  const choose = (options: { base?: string; wide?: boolean } = {}) => {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    return { tests: chooseChanged(root, { wide: false, say, ...options }), said: said.join("\n") };
  };
  return { root, git, write, commit, choose };
}

/** The tests chosen after one file has changed. */
function afterChangeOf(t: TestContext, path: string, options?: { wide?: boolean }) {
  const { write, choose } = repository(t);
  write(path, `${files[path] ?? ""}\n`);
  return choose(options);
}

describe("npm test -- --changed", () => {
  test("chooses nothing where nothing has changed", (t) => {
    assert.deepEqual(repository(t).choose().tests, []);
  });

  test("chooses what imports the change, at any distance and late, and not what imports its types", (t) => {
    const { tests, said } = afterChangeOf(t, "worker/leaf.ts");
    assert.deepEqual(tests, ["worker/late.test.ts", "worker/middle.test.ts"]);
    assert.match(said, /worker\/middle\.test\.ts: worker\/middle\.ts ← worker\/leaf\.ts/);
  });

  test("chooses a test that has changed itself, and one that git does not know yet", (t) => {
    const { write, choose } = repository(t);
    write("worker/far.test.ts", "export const far = 2;");
    write("worker/new.test.ts", "");
    assert.deepEqual(choose().tests, ["worker/far.test.ts", "worker/new.test.ts"]);
  });

  test("chooses what reads a file by its path, or by its folder", (t) => {
    assert.deepEqual(afterChangeOf(t, "worker/data/rows.csv").tests, ["worker/lists.test.ts", "worker/reads.test.ts"]);
    assert.deepEqual(afterChangeOf(t, "worker/data/program.mjs").tests, [
      "worker/lists.test.ts",
      "worker/spawns.test.ts",
    ]);
  });

  test("knows who reads documents, styles and migrations", (t) => {
    assert.deepEqual(afterChangeOf(t, "docs/page.md").tests, ["acceptance/docs.test.ts"]);
    assert.deepEqual(afterChangeOf(t, "console/page.css").tests, ["console/build/budgets.test.ts"]);
    assert.deepEqual(afterChangeOf(t, "control-plane/ground/store/migrations/0001.sql").tests, [
      "control-plane/ground/store/store.test.ts",
    ]);
  });

  test("says of what no test reaches that none does", (t) => {
    const { tests, said } = afterChangeOf(t, "docs/orphan.txt");
    assert.deepEqual(tests, []);
    assert.match(said, /No test is known to reach docs\/orphan\.txt/);
  });

  test("of tests that start a whole role, chooses the nearest, and all of them when asked", (t) => {
    const near = afterChangeOf(t, "control-plane/things/create-thing.ts");
    assert.deepEqual(near.tests, ["control-plane/things/things.test.ts"]);
    assert.match(near.said, /1 more start a whole role/);
    const wide = afterChangeOf(t, "control-plane/things/create-thing.ts", { wide: true });
    assert.deepEqual(wide.tests, ["control-plane/others/others.test.ts", "control-plane/things/things.test.ts"]);
  });

  test("counts the commits of a branch since it left main, with the working tree, or since a base", (t) => {
    const { git, write, commit, choose } = repository(t);
    git("switch", "-qc", "branch");
    write("worker/far.test.ts", "export const far = 3;");
    commit();
    write("worker/late.test.ts", "await 1;");
    assert.deepEqual(choose().tests, ["worker/far.test.ts", "worker/late.test.ts"]);
    assert.deepEqual(choose({ base: "HEAD" }).tests, ["worker/late.test.ts"]);
    assert.throws(() => choose({ base: "nothing" }), /"nothing" is not a commit of this repository/);
    assert.throws(() => choose({ base: "--output=here" }), /is not a commit/);
  });

  test("chooses what still imports a file that was removed", (t) => {
    const { root, choose } = repository(t);
    rmSync(join(root, "worker/leaf.ts"));
    assert.deepEqual(choose().tests, ["worker/late.test.ts", "worker/middle.test.ts"]);
  });

  test("reads names as they are, with blanks, quotes and letters of any language", (t) => {
    const { write, choose } = repository(t);
    write(`worker/it's "a"  täst.test.ts`, "");
    assert.deepEqual(choose().tests, [`worker/it's "a"  täst.test.ts`]);
  });
});
