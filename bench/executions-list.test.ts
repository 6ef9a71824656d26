import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("the list of executions can be measured: every filter finds what was recorded and copied for it", () => {
  const env = { ...process.env, BENCH_ROWS: "2000", BENCH_REQUESTS: "1", BENCH_REPORTED: "1000", BENCH_WRITTEN: "100" };
  const bench = join(import.meta.dirname, "executions-list.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench], { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const shown = new Map(
    [...stdout.matchAll(/^\| (.+?) \| (\d+) \| (?:[\d.]+ \| ?){5}$/gm)].map(([, name = "", count]) => [
      name,
      Number(count),
    ]),
  );
  assert.equal(shown.get("none: first page"), 50);
  assert.equal(shown.get("none: deep page"), 50);
  assert.equal(shown.get("requestId: first page"), 1);
  assert.equal(shown.get("tenantId of nobody: first page"), 0);
  assert.equal(shown.get("caller who calls most (8 %): first page"), 50);
  assert.equal(shown.get("dashboard of 7d"), 84);
  assert.equal(shown.get("search for a request id"), 1);
});
