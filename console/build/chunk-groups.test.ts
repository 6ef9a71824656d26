import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesOf } from "./chunk-groups.ts";

const root = join(import.meta.dirname, "..", "..");

/** What a glob's first braces stand for, one glob each. */
function choicesOf(glob: string): string[] {
  const [, before, choices, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(glob) ?? [];
  return choices === undefined ? [glob] : choices.split(",").map((choice) => `${before}${choice}${after}`);
}

test("every glob of a group matches a file, so a file that moves cannot leave its group unnoticed", () => {
  const globs = Object.values(filesOf).flatMap((files) => [...files.of, ...("except" in files ? files.except : [])]);
  const idle = globs.flatMap(choicesOf).filter((glob) => globSync(glob, { cwd: root }).length === 0);
  assert.ok(globs.length > 10);
  assert.deepEqual(idle, []);
});
