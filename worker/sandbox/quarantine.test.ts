import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { invocationOf, testSandbox, valueOf } from "./conformance/harness.ts";
import { openQuarantine } from "./quarantine.ts";
import { createRunningCall } from "./running-call.ts";
import { soloExecutors } from "./limits.ts";

const ignore = () => undefined;
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

test("Functions that need executors of their own wait for one of four; who gets none in time has not begun", async (t) => {
  const file = quarantineFile(t);
  const ending = new AbortController();
  const waits = Array.from({ length: soloExecutors }, (_, n) =>
    invocationOf(`export default () => new Promise(() => {}); // ${n}`, { timeoutMs: 60_000, signal: ending.signal }),
  );
  const counts = invocationOf("let calls = 0; export default () => ++calls;", { timeoutMs: 1_000 });
  const free = invocationOf("export default () => 'free';");
  const keyOf = (invocation: typeof free) => createRunningCall(invocation, ignore, ignore).functionKey;
  writeFileSync(file, JSON.stringify([...waits, counts].map(keyOf)));
  await using sandbox = await testSandbox({ executors: 1, quarantineFile: file });
  const waiting = waits.map((invocation) => sandbox.invoke(invocation));
  while (sandbox.state().isolates < soloExecutors) await delay(20);
  const late = await sandbox.invoke(counts);
  assert.deepEqual(
    late.outcome,
    { kind: "terminated", reason: "cancelled", message: "No executor was free in time." },
    "the four are held by others",
  );
  assert.equal(valueOf(await sandbox.invoke(free)), "free", "whoever needs none is not held up");
  const next = sandbox.invoke(counts);
  ending.abort();
  await Promise.all(waiting);
  assert.equal(valueOf(await next), 1);
});
