import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("a deployment of many Functions with one changed can be measured, to the first answer of the new one", () => {
  const env = { ...process.env, BENCH_FUNCTIONS: "6", BENCH_ROUNDS: "1" };
  const bench = join(import.meta.dirname, "deploy-many.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench], { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\| a call is answered by the new Function \| [\d.]+ \| [\d.]+ \|$/m);
});
