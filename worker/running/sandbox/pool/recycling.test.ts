import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { executorPids } from "../conformance/executor-pids.ts";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";
import { isOutgrown } from "./outgrown.ts";

const linux = { skip: process.platform === "linux" ? false : "reads /proc" };
// Waiting for it takes a minute.
const long = { skip: linux.skip || (process.env["FERRULE_TEST_LENGTH"] === "full" ? false : "long") };
const megabyte = 1024 * 1024;

const residentMb = () => {
  let bytes = 0;
  for (const pid of executorPids(process.pid)) {
    bytes += Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ", 2)[1]) * 4_096;
  }
  return bytes / megabyte;
};

async function settles(what: string, condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 1_200, `${what} did not come about within 60 s`);
    await delay(50);
  }
}

/** The executors' memory once it stops growing, because a new one allocates for a while. */
async function steadyMb(): Promise<number> {
  let [last, since] = [residentMb(), performance.now()];
  while (performance.now() - since < 1_000) {
    await delay(50);
    const now = residentMb();
    if (now > last + 1) [last, since] = [now, performance.now()];
  }
  return last;
}

describe("memory", linux, () => {
  test("is what it was before, seconds after attacks on it", async () => {
    await using sandbox = await testSandbox({ executors: 1 });
    const plain = () => sandbox.invoke(invocationOf("export default () => 1;"));
    const attack = (source: string, timeoutMs = 3_000) =>
      sandbox.invoke(invocationOf(source, { memoryMb: 128, timeoutMs, tenantId: "attacker" }));
    assert.equal(valueOf(await plain()), 1);
    const pids = executorPids(process.pid);
    await settles("the spare is there", () => sandbox.state().executors === 2 && residentMb() > 60);
    const before = await steadyMb();
    await Promise.all([
      attack("export default () => { const a = []; for (;;) a.push(new Array(10000).fill(a.length)); };"),
      attack("export default () => { const a = []; for (;;) a.push(new Uint8Array(1048576).fill(1)); };"),
      attack("export default () => { const a = []; for (;;) a.push('x'.repeat(1e5) + a.length); };"),
      attack("export default () => { const m = new Map(); for (let i = 0; ; i++) m.set(i, { i }); };"),
    ]);
    assert.equal(valueOf(await plain()), 1);
    await settles("the memory came back", () => sandbox.state().executors === 2 && residentMb() < before * 1.2);
    assert.ok(pids.length > 0);
    assert.equal(valueOf(await plain()), 1);
  });

  test("of idle isolates is bounded: the longest unused goes first", async () => {
    await using sandbox = await testSandbox({ executors: 2, idleIsolates: 3 });
    const call = async (n: number) => {
      const result = await sandbox.invoke(invocationOf(`export default () => ${n};`));
      assert.equal(valueOf(result), n);
      return result.coldStart;
    };
    for (const n of [1, 2, 3, 4, 5]) assert.equal(await call(n), true);
    assert.equal(sandbox.state().isolates, 3);
    assert.deepEqual([await call(5), await call(3)], [false, false]);
    assert.equal(await call(1), true);
    assert.deepEqual([await call(4), sandbox.state().isolates], [true, 3]);
  });
});

test(
  "executors that a burst has left large are replaced once nobody calls, also those without an isolate",
  long,
  async () => {
    await using sandbox = await testSandbox({ executors: 2 });
    const waits = "export default () => new Promise((ended) => setTimeout(() => ended('x'.repeat(1e6).length), 300));";
    assert.equal(valueOf(await sandbox.invoke(invocationOf(waits))), 1e6);
    const served = new Set<number>();
    for (let burst = 0; burst < 4; burst++) {
      await Promise.all(Array.from({ length: 60 }, () => sandbox.invoke(invocationOf(waits))));
      for (const pid of executorPids(process.pid)) served.add(pid);
    }
    await settles("the two that served have ended", () => executorPids(process.pid).length === 1);
  },
);

test("a spare that never gets ready does not keep calls waiting for ever", long, async () => {
  await using sandbox = await testSandbox({ executors: 1 });
  const first = executorPids(process.pid);
  // The first one joins a group with this call. The new spare is stopped before it can report anything.
  const running = sandbox.invoke(invocationOf("export default () => 1;"));
  let spare: number | undefined;
  await settles("the spare", () => {
    spare = executorPids(process.pid).find((pid) => !first.includes(pid));
    return spare !== undefined;
  });
  process.kill(spare!, "SIGSTOP");
  assert.equal(valueOf(await running), 1);
  const production = invocationOf("export default () => 2;", { environment: "production", timeoutMs: 120_000 });
  assert.equal(valueOf(await sandbox.invoke(production)), 2);
});

describe("an executor", () => {
  const isolates = new Map();
  const spareBytes = 60 * megabyte;
  const executor = { startedAt: 0, lastUsedAt: 59_000, spareBytes, floorBytes: 80 * megabyte, tainted: true, isolates };
  test("is replaced when what was ended in it has left memory behind", () => {
    assert.equal(isOutgrown(executor, 60_000), true);
    assert.equal(isOutgrown({ ...executor, floorBytes: 65 * megabyte }, 60_000), false);
  });
  test("is kept when nothing was ended in it, and while it is young", () => {
    assert.equal(isOutgrown({ ...executor, tainted: false }, 60_000), false);
    assert.equal(isOutgrown(executor, 1_000), false);
  });
  test("is replaced when nobody has called for a while and it holds much that no isolate accounts for", () => {
    const calm = { ...executor, tainted: false, lastUsedAt: 30_000, floorBytes: 80 * megabyte };
    assert.equal(isOutgrown(calm, 60_000), true);
    assert.equal(isOutgrown({ ...calm, lastUsedAt: 59_000 }, 60_000), false);
    assert.equal(isOutgrown({ ...calm, floorBytes: 75 * megabyte }, 60_000), false);
  });
  test("is replaced in any case when it is far too large", () => {
    assert.equal(isOutgrown({ ...executor, tainted: false, floorBytes: 700 * megabyte }, 60_000), true);
  });
});
