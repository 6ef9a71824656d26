import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { executorPids } from "../conformance/executor-pids.ts";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";
import type { InvocationResult } from "../call/invocation.ts";

const linux = { skip: process.platform === "linux" ? false : "reads /proc" };
const exact = process.env["FERRULE_TEST_LENGTH"] === "full";

/** A log that records why executors were killed. */
function listening() {
  const log = createLog("worker", "silent");
  const whys: string[] = [];
  log.warn = ((told: { why?: string }, message: string) => {
    if (message === "executor killed") whys.push(told.why ?? "");
  }) as typeof log.warn;
  return { log, whys };
}

const reasonOf = ({ outcome }: InvocationResult) => (outcome.kind === "terminated" ? outcome.reason : outcome.kind);
const patient = (n: number, ms = 400) =>
  invocationOf(`export default async () => { await new Promise((r) => setTimeout(r, ${ms})); return ${n}; };`, {
    timeoutMs: 20_000,
  });

describe("an executor", { concurrency: 1 }, () => {
  test("whose memory grows outside the engine's count is killed for it; others are begun again", linux, async () => {
    const { log, whys } = listening();
    await using sandbox = await testSandbox({ executors: 1, log, cpuLimitMs: 60_000 });
    // Formatters use the process's own memory, of which the engine counts hardly anything.
    const source =
      "export default () => { const kept = []; for (;;) kept.push(new Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin', dateStyle: 'full' })); };";
    const beside = sandbox.invoke(patient(7, 3_000));
    const attack = await sandbox.invoke(invocationOf(source, { memoryMb: 128, timeoutMs: 60_000, tenantId: "b" }));
    assert.equal(reasonOf(attack), "memory");
    assert.equal(valueOf(await beside), 7);
    assert.ok(whys.includes("memory"), whys.join());
  });

  test("that falls silent is killed, and its calls are begun again", linux, async () => {
    const { log, whys } = listening();
    await using sandbox = await testSandbox({ executors: 1, log });
    const running = [1, 2, 3].map((n) => sandbox.invoke(patient(n)));
    while (sandbox.state().isolates < 3) await delay(5);
    // The first one runs the calls, and the other is the spare.
    process.kill(Math.min(...executorPids(process.pid)), "SIGSTOP");
    assert.deepEqual((await Promise.all(running)).map(valueOf), [1, 2, 3]);
    assert.ok(whys.includes("silent"), whys.join());
  });

  // Each of these still runs in the engine after its isolate was disposed of. We found them one by one, by trial.
  const unstoppable = {
    "indexOf over 2^53 holes": "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    "a sparse reverse": "(() => { const a = []; a.length = 2 ** 32 - 1; a[0] = 1; return a.reverse().length; })()",
    "a huge BigInt power": "String(3n ** (2n ** 24n)).length",
    "a join of holes": "Array.prototype.join.call({ length: 2 ** 31 }, '').length",
  };
  for (const [what, expression] of Object.entries(unstoppable)) {
    test(`does not outlive ${what}: only the offender is ended, and alone from then on`, async () => {
      const { log, whys } = listening();
      await using sandbox = await testSandbox({ executors: 1, log });
      const offender = invocationOf(`export default () => ${expression};`, { timeoutMs: 250, tenantId: "b" });
      const bystanders = [1, 2, 3].map((n) => sandbox.invoke(patient(n)));
      const ended = await sandbox.invoke(offender);
      assert.ok(["timeout", "memory"].includes(reasonOf(ended)), JSON.stringify(ended.outcome));
      // The promise is 300 ms after the limit. A crowded machine gets more.
      assert.ok(ended.durationMs <= 250 + (exact ? 310 : 10_000), `ended ${ended.durationMs - 250} ms after its limit`);
      assert.deepEqual((await Promise.all(bystanders)).map(valueOf), [1, 2, 3]);
      if (whys.length === 0) return;
      // The Function is known now: whatever it does, the others' executor survives.
      const warm = invocationOf("let calls = 0; export default () => ++calls;");
      assert.equal(valueOf(await sandbox.invoke(warm)), 1);
      assert.ok(["timeout", "memory"].includes(reasonOf(await sandbox.invoke(offender))));
      assert.equal(valueOf(await sandbox.invoke(warm)), 2);
    });
  }
});

test("a call outlives its executors as often as others bring them down", { timeout: 120_000 }, async () => {
  const { log, whys } = listening();
  await using sandbox = await testSandbox({ executors: 1, log });
  const ending = new AbortController();
  const code = "export default async (i) => { if (i.n === 0) await new Promise(() => {}); return i.n; };";
  const bystander = (n: number) =>
    sandbox.invoke(invocationOf(code, { inputJson: JSON.stringify({ n }), timeoutMs: 60_000, signal: ending.signal }));
  const waiting = bystander(0);
  // An attack that has not begun when its time is up does no harm.
  for (let n = 0; whys.length < 5; n++) {
    // After the first time, each is known by its digest and has its own executor.
    const offender = `export default () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, ${n});`;
    assert.equal(valueOf(await bystander(1)), 1);
    assert.equal(reasonOf(await sandbox.invoke(invocationOf(offender, { timeoutMs: 100 }))), "timeout");
  }
  let ended = false;
  const noteEnd = () => {
    ended = true;
  };
  waiting.then(noteEnd, noteEnd);
  assert.equal(valueOf(await bystander(1)), 1);
  assert.equal(ended, false);
  ending.abort();
  const { outcome } = await waiting;
  assert.equal(outcome.kind === "terminated" && outcome.message, "The call was cancelled.");
});

test("a deadline is met within 300 ms in the median, however stubborn the program", async () => {
  await using sandbox = await testSandbox({ executors: 1 });
  const late: number[] = [];
  for (let n = 0; n < 5; n++) {
    const code = `export default () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, ${n});`;
    const functionId = createHash("sha256").update(code).digest("hex");
    const { durationMs } = await sandbox.invoke(invocationOf(code, { timeoutMs: 100, functionId }));
    late.push(durationMs - 100);
  }
  const median = late.sort((a, b) => a - b)[2]!;
  assert.ok(median < (exact ? 300 : 5_000), `late by ${late.map(Math.round).join(", ")} ms`);
});
