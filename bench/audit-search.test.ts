import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("searches of the audit log can be measured: each finds what was written for it", () => {
  const env = { ...process.env, BENCH_ROWS: "24000", BENCH_REQUESTS: "1" };
  const bench = join(import.meta.dirname, "audit-search.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench], { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const shown = new Map(
    [...stdout.matchAll(/^\| (.+?) \| (\d+) \| (?:[\d.]+ \| ){3}(.+) \|$/gm)].map(([, name = "", count, share]) => [
      name,
      [Number(count), share],
    ]),
  );
  assert.deepEqual(shown.get("words of every fiftieth event"), [100, "enough"]);
  assert.deepEqual(shown.get("words of every 5,000th"), [4, "0.83"]);
  assert.deepEqual(shown.get("words of none, of one person"), [0, "enough"]);
  assert.deepEqual(shown.get("a target"), [5, "enough"]);
});
