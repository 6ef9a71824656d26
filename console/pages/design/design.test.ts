import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";

const components = resolve(import.meta.dirname, "../../components");

/** A module and every local file it imports, statically or dynamically. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, next] of readFileSync(file, "utf8").matchAll(/(?:from |import\(?)"(\.[^"]+\.tsx?)"/g))
    withImports(resolve(dirname(file), next ?? ""), seen);
  return seen;
}

test("the page of the visual language has every component, but what reads a Project's own Functions", () => {
  const shown = withImports(join(import.meta.dirname, "design-page.tsx"));
  const missing = readdirSync(components, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !shown.has(join(components, file)))
    .map((file) => relative(components, join(components, file)));
  assert.deepEqual(missing.toSorted(), [
    "show/function-links.tsx",
    "show/function-name.tsx",
    "table/traffic-columns.tsx",
  ]);
});
