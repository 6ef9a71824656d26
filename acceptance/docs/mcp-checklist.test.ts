import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";

const folder = join(import.meta.dirname, "../../docs");
const page = readFileSync(join(folder, "mcp-checklist.md"), "utf8");
const sections = page.split(/^## /m).slice(1);
const citation = /^\[[^\]]+\]\(([^)]+\.test\.ts)\): `([^`]+)`$/;

interface Row {
  section: string;
  cells: string[];
}

const rows: Row[] = sections.flatMap((section) =>
  [...section.matchAll(/^\| (?!What )(.+) \|$/gm)].map(([, text = ""]) => ({
    section: section.slice(0, section.indexOf("\n")),
    cells: text.split(" | "),
  })),
);

/** The titles of a file's tests, and the rows of the tables from which it makes titles. */
const titlesOf = (file: string): string[] =>
  [
    ...readFileSync(join(folder, file), "utf8").matchAll(
      /(?:\b(?:test|describe)\(\s*|^\s*\[)(["`'])((?:\\.|(?!\1).)+)\1/gms,
    ),
  ].map(([, , title = ""]) => title);

describe("the checklist of MCP", () => {
  test("has a row of each feature, with its level and revisions", () => {
    const features = [
      "Capabilities",
      "Resources",
      "Prompts",
      "Completion",
      "Subscriptions",
      "Skills",
      "Questions",
      "Tasks",
    ];
    assert.deepEqual(new Set(rows.map(({ section }) => section)), new Set(features));
    for (const { cells } of rows) {
      assert.equal(cells.length, 4, cells.join());
      assert.match(cells[1]!, /^(?:M|S|M, S|S, M|–)$/);
      assert.match(cells[2]!, /^(?:all|from 20\d\d-\d\d-\d\d|20\d\d-\d\d-\d\d)$/);
    }
  });

  test("names for each row a test that exists", () => {
    for (const { cells } of rows) {
      const [, file = "", title = ""] = citation.exec(cells[3]!) ?? [];
      assert.ok(file !== "", `no test: ${cells.join(" | ")}`);
      assert.ok(
        titlesOf(file).some((one) => one.includes(title)),
        `${file} has no test ${title}`,
      );
    }
  });
});
