import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { executorPids } from "../conformance/executor-pids.ts";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";
import { inquest } from "./inquest.ts";
import { createOomKills } from "./oom-kills.ts";
import type { PooledIsolate } from "../placement.ts";
import { beginAttempt } from "../call/attempt.ts";
import { createRunningCall } from "../call/running-call.ts";
import { newWeighing } from "../pool/weighing.ts";

const linux = { skip: process.platform === "linux" ? false : "reads /proc" };
const megabyte = 1024 * 1024;
const ignore = () => undefined;

function folderFor(t: { after: (run: () => void) => void }): string {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-blame-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a call that sleeps while its executors are killed from outside is never blamed", linux, async (t) => {
  const quarantineFile = join(folderFor(t), "quarantine.json");
  await using sandbox = await testSandbox({ executors: 1, quarantineFile });
  const source = "export default async () => { await new Promise((r) => setTimeout(r, 700)); return 'slept'; };";
  const sleeping = sandbox.invoke(invocationOf(source, { timeoutMs: 60_000 }));
  for (const round of [1, 2]) {
    while (sandbox.state().isolates < 1) await delay(5);
    await delay(round * 50);
    const killed = executorPids(process.pid);
    for (const pid of killed) process.kill(pid, "SIGKILL");
    // We do not wait until there are none: another executor may start at once.
    while (executorPids(process.pid).some((pid) => killed.includes(pid))) await delay(5);
  }
  assert.equal(valueOf(await sleeping), "slept");
  assert.equal(existsSync(quarantineFile), false, "nobody was set apart");
});

describe("of an executor that somebody else killed", () => {
  const isolate = { id: 1, executor: { attempts: new Map() } } as unknown as PooledIsolate;
  const attempt = (id: number) => {
    const call = createRunningCall(invocationOf("export default () => 1;"), ignore, ignore);
    return beginAttempt({ id, call, isolate, isCold: false, mayRunInline: false });
  };
  const [asleep, busy] = [attempt(1), attempt(2)];
  const weighing = { ...newWeighing(), freshBytes: 60 * megabyte };
  const dead = (over: object) => ({
    process: { crashed: false },
    owner: undefined,
    weighing,
    pulseBytes: 400 * megabyte,
    busy: new Map([[2, 60 * megabyte]]),
    ...over,
  });
  const owner = { project: "prj", tenant: "t" };

  test("nobody is blamed where the kernel says nothing of memory", () => {
    const { guilty, suspects } = inquest(dead({ owner }), [busy], false);
    assert.deepEqual([guilty, suspects], [[], []]);
  });
  test("those are tried alone who grew when the kernel killed for memory; who slept is not", () => {
    const { guilty, suspects } = inquest(dead({}), [asleep, busy], true);
    assert.deepEqual([guilty, suspects], [[], [busy]]);
  });
  test("who is alone in one that is too large did it; in one that is not, the machine did", () => {
    assert.deepEqual(inquest(dead({ owner }), [busy], true).guilty, [busy]);
    assert.deepEqual(inquest(dead({ owner, pulseBytes: 120 * megabyte }), [busy], true).guilty, []);
  });
  test("a crash of the engine is the doing of the call that was alone in it", () => {
    assert.deepEqual(inquest(dead({ process: { crashed: true } }), [asleep], false).guilty, [asleep]);
  });
});

test("the kernel's counters are believed when they have risen within the last seconds", (t) => {
  const path = join(folderFor(t), "memory.events");
  const write = (kills: number) => writeFileSync(path, `low 0\noom 9\noom_kill ${kills}\noom_group_kill 0\n`);
  write(3);
  const kills = createOomKills([path]);
  const start = performance.now();
  assert.equal(kills.wereLately(), false);
  write(4);
  assert.equal(kills.wereLately(), true);
  kills.look(start + 2_000);
  assert.equal(kills.wereLately(), true, "it may have been looked at just before");
  kills.look(start + 4_000);
  assert.equal(kills.wereLately(), false);
});
