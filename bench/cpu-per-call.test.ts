import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

/**
 * 1.3 times the measured value, because the code is barely warm in a short run: this detects a regression, and the
 * bench itself measures its size.
 */
const bounds = new Map([
  [50, 1.9],
  [1, 4.2],
]);

test("a warm, recorded call takes a bounded multiple of the processor time of the official server's bare one", () => {
  const env = { ...process.env, BENCH_CALLS: "6000" };
  const bench = join(import.meta.dirname, "cpu-per-call.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench], { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const ratios = [...stdout.matchAll(/^\| all of Ferrule \|.*\| ([\d.]+) \|$/gm)].map(([, ratio]) => Number(ratio));
  assert.equal(ratios.length, bounds.size, stdout);
  for (const [n, [concurrency, most]] of [...bounds].entries())
    assert.ok((ratios[n] ?? Infinity) <= most, `${ratios[n]} times at ${concurrency} at once\n${stdout}`);
});
