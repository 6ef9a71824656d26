import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

/**
 * Nearly twice the ratio of such a short run alone (0.97 and 1.63), because other tests run beside it: this detects a
 * regression, and the bench itself measures its size.
 */
const bounds = new Map([
  [50, 1.8],
  [1, 3.2],
]);

/** The smallest ratio to the bare server's CPU time in all tries, at each concurrency. */
function measure(): Map<number, number> {
  const env = { ...process.env, BENCH_CALLS: "1250", BENCH_BOUNDS: [...bounds.values()].join() };
  const bench = join(import.meta.dirname, "cpu-per-call.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench], { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const least = new Map<number, number>();
  for (const [, at, all] of stdout.matchAll(/^\| c=(\d+),[^]*?^\| all of Ferrule \|.*\| ([\d.]+) \|$/gm))
    least.set(Number(at), Math.min(Number(all), least.get(Number(at)) ?? Infinity));
  assert.deepEqual([...least.keys()], [...bounds.keys()], stdout);
  return least;
}

test("a warm, recorded call takes a bounded multiple of the processor time of the official server's bare one", () => {
  const exceeded = [...measure()].filter(([concurrency, ratio]) => ratio > (bounds.get(concurrency) ?? 0));
  assert.deepEqual(exceeded, []);
});
