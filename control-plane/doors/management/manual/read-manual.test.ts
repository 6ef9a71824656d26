import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { writeTextIndex } from "@ferrule/kit/text-index.ts";
import { placeOfHeading, readManual } from "./read-manual.ts";

test("finds passages in the index that the gateway uses, and reads only pages that are there", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-manual-"));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.equal(readManual(folder), null);
  mkdirSync(join(folder, "errors"));
  writeFileSync(join(folder, "mcp.md"), "# MCP\n\nA tool.\n");
  writeFileSync(join(folder, "errors", "NOT_FOUND.md"), "# NOT_FOUND\n");
  const passage = { address: "/docs/mcp#tools", page: "MCP", heading: "Tools", text: "A tool of a Function." };
  writeFileSync(join(folder, ".index.json"), writeTextIndex([passage]));
  const manual = readManual(folder)!;
  assert.deepEqual(manual.pages, ["errors/NOT_FOUND", "mcp"]);
  assert.equal(manual.find("tool", 4)[0]?.address, "/docs/mcp#tools");
  assert.equal(manual.find("how is a tool written by an agent", 4)[0]?.address, "/docs/mcp#tools");
  assert.deepEqual(manual.find("zebra", 4), []);
  assert.match(manual.page("mcp") ?? "", /^# MCP/);
  for (const name of ["../mcp", ".index", "__proto__", "/etc/passwd", "mcp.md"])
    assert.equal(manual.page(name), undefined, name);
});

test("a heading is found as a person reads it", () => {
  const page = "# Page\n\n## The `ctx` of [a call](x.md)\n\ntext\n";
  assert.equal(placeOfHeading(page, "The ctx of a call"), page.indexOf("##"));
  assert.equal(placeOfHeading(page, "Another"), -1);
});
