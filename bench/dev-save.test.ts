import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("the time from a save to an answer of the new code can be measured", () => {
  const env = { ...process.env, BENCH_FUNCTIONS: "4", BENCH_ROUNDS: "2" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "dev-save.ts")], {
    env,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\| to an answer of the new code \| \d+ \| \d+ \|$/m);
});
