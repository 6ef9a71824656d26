import assert from "node:assert/strict";
import { readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { sampleSource } from "../../folder/testing/sample-source.ts";
import { initProject } from "./init-project.ts";
import { TestFolder } from "./testing/test-folder.ts";

const skill = ".claude/skills/ferrule/SKILL.md";

test("init writes the guide for agents, with links to the installation, and a pull and a push leave it alone", async () => {
  await using folder = await TestFolder.create(sampleSource());
  const { changes } = await initProject(folder.place);
  const created = changes.filter(({ change }) => change === "created").map(({ path }) => path);
  assert.ok(created.includes("AGENTS.md") && created.includes(skill), created.join());
  for (const path of ["AGENTS.md", skill])
    assert.match(await folder.read(path), /\(https:\/\/ferrule\.example\.com\/docs\/[\w#./-]+\)/);
  const mine = "# Ours\n";
  await folder.write("AGENTS.md", mine);
  await folder.pull();
  assert.equal((await folder.push()).outcome, "nothing");
  assert.equal(await folder.read("AGENTS.md"), mine);
});

test("init leaves files of that name as they are, and writes through no link", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await using elsewhere = await TestFolder.create(sampleSource());
  await folder.write("AGENTS.md", "# Ours\n");
  await symlink(elsewhere.root, join(folder.root, ".claude"), "dir");
  const { changes } = await initProject(folder.place);
  assert.deepEqual(
    changes.filter(({ path }) => path === "AGENTS.md" || path === skill),
    [],
  );
  assert.equal(await folder.read("AGENTS.md"), "# Ours\n");
  assert.equal(await readlink(join(folder.root, ".claude")), elsewhere.root);
  assert.deepEqual([...(await elsewhere.files()).keys()], []);
  assert.ok((await folder.files()).has("ferrule.yaml"));
});

test("init leaves a file that stands in place of a folder, and a skill that is there", async () => {
  await using folder = await TestFolder.create(sampleSource());
  await folder.write(".claude/skills", "not a folder");
  await initProject(folder.place);
  assert.equal(await folder.read(".claude/skills"), "not a folder");
  await using other = await TestFolder.create(sampleSource());
  await other.write(skill, "# Ours\n");
  await initProject(other.place);
  assert.equal(await other.read(skill), "# Ours\n");
});
