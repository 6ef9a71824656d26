import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { splitSections } from "./split-sections.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "docs");
const files = readdirSync(folder).filter((file) => file.endsWith(".md"));

test("a page is split at its headings, without Markdown's marks, and not inside of code", () => {
  const text =
    "# Cron\n\nRuns **later**, see [MCP](mcp.md).\n\n| a | b |\n| --- | --- |\n| c | d |\n\n## Who may `call`?\n\n```sh\n# no heading\n```\n";
  assert.deepEqual(splitSections(text), [
    { heading: "Cron", hash: "", text: "Runs later, see MCP. a b c d" },
    { heading: "Who may call?", hash: "who-may-call", text: "no heading" },
  ]);
});

test("every link between pages of the documentation leads to a heading that is there", () => {
  const anchors = new Map(
    files.map((file) => [
      file,
      new Set(splitSections(readFileSync(join(folder, file), "utf8")).map(({ hash }) => hash)),
    ]),
  );
  for (const file of files)
    for (const [, to = "", hash = ""] of readFileSync(join(folder, file), "utf8").matchAll(
      /\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g,
    ))
      assert.ok(anchors.get(to || file)?.has(hash), `${file}: ${to}#${hash}`);
});
