import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { requirements, type Requirement } from "./requirements.ts";

const cited = new Set<string>();
for (const file of globSync("**/*.test.ts", { cwd: import.meta.dirname })) {
  const text = readFileSync(join(import.meta.dirname, file), "utf8");
  for (const call of text.matchAll(/\bverifies\(([^)]*)\)/g)) {
    for (const id of (call[1] ?? "").matchAll(/"([^"]+)"/g)) cited.add(id[1] ?? "");
  }
}
const entries = Object.entries<Requirement>(requirements);

test("every requirement that is offered is cited by a test", () => {
  const uncited = entries.filter(([id, requirement]) => !requirement.planned && !cited.has(id));
  assert.deepEqual(
    uncited.map(([id]) => id),
    [],
  );
});

test("nothing planned is claimed, and nothing unknown is cited", () => {
  const known = new Map(entries);
  assert.deepEqual(
    [...cited].filter((id) => known.get(id)?.planned !== undefined),
    [],
  );
  assert.deepEqual(
    [...cited].filter((id) => !known.has(id)),
    [],
  );
});
