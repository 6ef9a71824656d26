import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";
import { openQuarantine } from "./quarantine.ts";
import { createRunningCall } from "../call/running-call.ts";
import { soloOfTenant, soloOpenToAll } from "../limits.ts";
import type { Invocation } from "../call/invocation.ts";
import type { Sandbox } from "../sandbox.ts";

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
  const stick = async (sandbox: Sandbox, note: string) => {
    const source = `export default (i) => i.stuck ? Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) : 0; // ${note}`;
    const functionId = "fn_stuck";
    // Its isolate exists before the clock starts, so that we measure the end of the loop and not its start.
    assert.equal(valueOf(await sandbox.invoke(invocationOf(source, { functionId, timeoutMs: 30_000 }))), 0);
    const stuck = invocationOf(source, { functionId, timeoutMs: 300, inputJson: '{"stuck":true}' });
    assert.equal((await sandbox.invoke(stuck)).outcome.kind, "terminated");
  };
  {
    await using sandbox = await testSandbox({ executors: 1, quarantineFile: file });
    await stick(sandbox, "as it was");
  }
  assert.match(readFileSync(file, "utf8"), /fn_stuck/);
  await using sandbox = await testSandbox({ executors: 1, quarantineFile: file });
  assert.equal(valueOf(await sandbox.invoke(counting)), 1);
  await stick(sandbox, "as it was");
  assert.equal(valueOf(await sandbox.invoke(counting)), 2, "its neighbours kept their executor");
  await stick(sandbox, "changed");
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

/** A Function that sleeps until it is told to end. Each `n` makes a different one. */
const sleeper = (n: number, signal: AbortSignal, over: Partial<Invocation>) =>
  invocationOf(`export default () => new Promise(() => {}); // ${n}`, { timeoutMs: 60_000, signal, ...over });
const keyOf = (invocation: Invocation) => createRunningCall(invocation, ignore, ignore).functionKey;
const counting = "let calls = 0; export default () => ++calls;";

test("Functions that need executors of their own have a share by tenant; who gets none in time has not begun", async (t) => {
  const file = quarantineFile(t);
  const ending = new AbortController();
  const waits = Array.from({ length: soloOfTenant }, (_, n) => sleeper(n, ending.signal, {}));
  const counts = invocationOf(counting, { timeoutMs: 1_000 });
  const other = invocationOf(counting, { tenantId: "tenant-b", timeoutMs: 20_000 });
  const free = invocationOf("export default () => 'free';");
  writeFileSync(file, JSON.stringify([...waits, counts].map(keyOf)));
  await using sandbox = await testSandbox({ executors: 1, quarantineFile: file });
  const waiting = waits.map((invocation) => sandbox.invoke(invocation));
  while (sandbox.state().isolates < soloOfTenant) await delay(20);
  const late = await sandbox.invoke(counts);
  assert.deepEqual(
    late.outcome,
    { kind: "terminated", reason: "cancelled", message: "No executor was free in time." },
    "its tenant's are held by others",
  );
  assert.equal(valueOf(await sandbox.invoke(other)), 1, "another tenant of the Project has its share");
  assert.equal(valueOf(await sandbox.invoke(free)), "free", "whoever needs none is not held up");
  const next = sandbox.invoke({ ...counts, timeoutMs: 30_000 });
  ending.abort();
  await Promise.all(waiting);
  assert.equal(valueOf(await next), 1);
});

test("offenders of other Projects that sleep in all they may have hold up no Project that has none", async (t) => {
  const file = quarantineFile(t);
  const ending = new AbortController();
  const waits = ["prj_a", "prj_b", "prj_c"].flatMap((projectId) =>
    ["one", "two"].flatMap((tenantId) =>
      Array.from({ length: soloOfTenant }, (_, n) => sleeper(n, ending.signal, { projectId, tenantId })),
    ),
  );
  const counts = invocationOf(counting, { projectId: "prj_d", timeoutMs: 60_000 });
  writeFileSync(file, JSON.stringify([...waits, counts].map(keyOf)));
  await using sandbox = await testSandbox({ executors: 1, quarantineFile: file });
  const waiting = waits.map((invocation) => sandbox.invoke(invocation));
  while (sandbox.state().isolates < soloOpenToAll) await delay(20);
  assert.equal(valueOf(await sandbox.invoke(counts)), 1);
  ending.abort();
  await Promise.all(waiting);
});

test("an executor of one's own that is idle makes room for another Function of the Project", async (t) => {
  const file = quarantineFile(t);
  const functions = Array.from({ length: soloOfTenant + 2 }, (_, n) => invocationOf(`export default () => ${n};`));
  writeFileSync(file, JSON.stringify(functions.map(keyOf)));
  await using sandbox = await testSandbox({ executors: 1, quarantineFile: file });
  for (const [n, invocation] of functions.entries()) assert.equal(valueOf(await sandbox.invoke(invocation)), n);
});
