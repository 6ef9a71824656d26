import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { invocationOf, testSandbox, valueOf } from "./conformance/harness.ts";
import { openQuarantine } from "./quarantine.ts";

const log = createLog("worker", "silent");

function quarantineFile(t: { after: (run: () => void) => void }): string {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-quarantine-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, "quarantine.json");
}

test("a Function that brought an executor down is alone after a restart too, until it is another bundle", async (t) => {
  const file = quarantineFile(t);
  const counting = invocationOf("let calls = 0; export default () => ++calls;");
  const stuck = (note: string) =>
    invocationOf(`export default () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1); // ${note}`, {
      functionId: "fn_stuck",
      timeoutMs: 300,
    });
  {
    await using sandbox = await testSandbox({ executors: 1, quarantineFile: file });
    assert.equal((await sandbox.invoke(stuck("as it was"))).outcome.kind, "terminated");
  }
  assert.match(readFileSync(file, "utf8"), /fn_stuck/);
  await using sandbox = await testSandbox({ executors: 1, quarantineFile: file });
  assert.equal(valueOf(await sandbox.invoke(counting)), 1);
  assert.equal((await sandbox.invoke(stuck("as it was"))).outcome.kind, "terminated");
  assert.equal(valueOf(await sandbox.invoke(counting)), 2, "its neighbours kept their executor");
  assert.equal((await sandbox.invoke(stuck("changed"))).outcome.kind, "terminated");
  assert.equal(valueOf(await sandbox.invoke(counting)), 1, "another bundle was trusted");
});

test("what is kept is bounded, and a damaged file is no reason not to start", (t) => {
  const file = quarantineFile(t);
  writeFileSync(file, "{ not json");
  const quarantine = openQuarantine(file, log);
  for (let n = 0; n < 1_001; n++) quarantine.add(`fn_${n}`);
  const again = openQuarantine(file, log);
  assert.deepEqual([again.has("fn_0"), again.has("fn_1"), again.has("fn_1000")], [false, true, true]);
});
