import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("saves of a preview can be measured, to the first answer of the saved Function", () => {
  const env = { ...process.env, BENCH_FUNCTIONS: "4", BENCH_ROUNDS: "1" };
  const bench = join(import.meta.dirname, "serve-previews.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench], { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\| the Project has none \| \d+ \| \d+ \| \d+ \| \d+ \| \d+ \|$/m);
});
