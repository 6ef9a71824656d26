import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("the time that the commands of a folder take can be measured", () => {
  const env = { ...process.env, BENCH_FUNCTIONS: "4", BENCH_ROUNDS: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "folder-commands.ts")], {
    env,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\| `ferrule pull` \| [\d.]+ \| [\d.]+ \|$/m);
});
