import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "./eventually.ts";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("tests that are interrupted end, and leave no process behind", async (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "ferrule-interrupted-"));
  const endless = join(folder.path, "endless.test.mjs");
  const told = join(folder.path, "pid");
  writeFileSync(
    endless,
    `import { writeFileSync } from "node:fs";
import { test } from "node:test";
test("never ends", () => {
  writeFileSync(${JSON.stringify(told)}, String(process.pid));
  return new Promise(() => setInterval(() => {}, 1_000));
});
`,
  );
  const { NODE_TEST_CONTEXT: _inside, ...env } = process.env;
  const runner = spawn(process.execPath, [join(import.meta.dirname, "..", "tools", "test.ts"), endless], {
    env,
    stdio: "ignore",
  });
  const pid = await eventually(
    async () => (existsSync(told) ? Number(readFileSync(told, "utf8")) || undefined : undefined),
    20_000,
  );
  t.after(() => isAlive(pid) && process.kill(pid, "SIGKILL"));
  assert.ok(isAlive(pid));
  const ended = once(runner, "exit");
  runner.kill("SIGINT");
  assert.deepEqual(await ended, [1, null]);
  assert.equal(isAlive(pid), false);
});
