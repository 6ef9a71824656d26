import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { agentFiles } from "@ferrule/cli/developer/project/agent-files.ts";
import { commandLines } from "./command-lines.ts";
import { commandRefusal } from "./command-refusal.ts";
import { fencedBlocks } from "./fenced-blocks.ts";
import { typeCheckExamples } from "./type-check-examples.ts";

const root = join(import.meta.dirname, "..", "..");
const origin = "https://ferrule.acme.dev";
const files = [...agentFiles(origin)];

describe("what init writes for agents", () => {
  test("the head of the skill names it and says when to read it, and both files are short", () => {
    const [[, guide], [path, skill]] = files as [[string, string], [string, string]];
    assert.equal(path, ".claude/skills/ferrule/SKILL.md");
    assert.match(skill, /^---\nname: ferrule\ndescription: [^\n]{80,1024}\n---\n/);
    assert.ok(guide.includes(path));
    assert.ok(guide.length < 4_000 && skill.length < 7_000, `${guide.length} and ${skill.length} characters`);
  });

  for (const [path, text] of files) {
    test(`each command in ${path} exists, with its options and arguments`, () => {
      const inline = [...text.matchAll(/`(ferrule [^`]+)`/g)].map((match) => match[1] ?? "");
      const lines = inline.map((each, line) => ({ info: "", language: "sh", text: each, line }));
      const commands = commandLines(lines);
      assert.ok(inline.length > 0 && commands.length === inline.length);
      assert.deepEqual(
        commands.map(({ words }) => commandRefusal(words)).filter((refusal) => refusal !== null),
        [],
      );
    });

    test(`each link in ${path} leads to a page of this installation`, () => {
      const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? "");
      assert.ok(links.length >= 3);
      for (const link of links) {
        assert.ok(link.startsWith(`${origin}/docs/`), link);
        assert.ok(existsSync(join(root, new URL(link).pathname)), link);
      }
    });
  }

  test("their code builds", async () => {
    const examples = files.flatMap(([page, text]) => fencedBlocks(text).map((block) => ({ ...block, page })));
    const code = examples.filter(({ language }) => language === "ts");
    assert.equal(code.length, 2);
    assert.deepEqual(await typeCheckExamples(code), []);
  });
});
