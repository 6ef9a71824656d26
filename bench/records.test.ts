import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";

test("records can be measured: every query finds its page, and a Function its records", () => {
  // At a million rows it fails when a target is missed.
  const env = full ? process.env : { ...process.env, BENCH_ROWS: "2000", BENCH_REQUESTS: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "records.ts")], {
    env,
    encoding: "utf8",
  });
  assert.equal(status, 0, `${stderr}\n${stdout}`);
  const rows = new Set(stdout.split("\n").map((line) => line.split(" | ").slice(0, 2).join(" | ")));
  const [deep, equal] = full ? [1_000, 50] : [10, 2];
  for (const row of ["order by an indexed number: page 1 | 50", `order by an indexed number: page ${deep} | 50`])
    assert.ok(rows.has(`| ${row}`), `${row}\n${stdout}`);
  assert.ok(rows.has(`| equal status, by id: page 1 | ${equal}`), stdout);
  assert.match(stdout, /^\| ctx\.collection\(\)\.get \| [\d.]+ \| [\d.]+ \|$/m);
});
