import assert from "node:assert/strict";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { buildConsole } from "./build-console.ts";

const root = join(import.meta.dirname, "..", "..");

const scriptsOf = (dist: string) => globSync(join(dist, "assets/*.js"));
const withDesign = (dist: string) =>
  scriptsOf(dist).filter((file) => /"\/?design"|Design(Page|:)/.test(readFileSync(file, "utf8")));

test("what ships has no page of the visual language, and the tests' build has one", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-console-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const shipped = join(folder, "dist");
  assert.equal(await buildConsole(root, "without", shipped), true);
  assert.ok(scriptsOf(shipped).length > 30);
  assert.deepEqual(withDesign(shipped), []);

  await buildConsole(root, "with");
  const pages = withDesign(join(root, "console", "dist")).map((file) => basename(file).split("-")[0]);
  assert.ok(pages.includes("design"), pages.join(" "));
});
