import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { executorPids } from "../conformance/executor-pids.ts";
import { invocationOf, startNeighbour, testSandbox, valueOf } from "../conformance/harness.ts";
import type { InvocationResult } from "../call/invocation.ts";

const linux = { skip: process.platform === "linux" ? false : "reads /proc", timeout: 180_000 };
const reasonOf = ({ outcome }: InvocationResult) => (outcome.kind === "terminated" ? outcome.reason : outcome.kind);

function residentMb(): number {
  let largest = 0;
  for (const pid of executorPids(process.pid)) {
    try {
      largest = Math.max(largest, Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ", 2)[1]) / 256);
    } catch {
      // It has ended meanwhile.
    }
  }
  return largest;
}

const slicing = (n: number) =>
  `const kept = []; export default async () => { for (;;) { const end = Date.now() + 6; while (Date.now() < end) kept.push(new Intl.Segmenter('de', { granularity: 'word' })); await new Promise((r) => setTimeout(r, 1)); } }; // ${n}`;

test(
  "three Functions that take native memory in short turns are ended and set apart; nobody else notices",
  linux,
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "ferrule-native-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const quarantineFile = join(folder, "quarantine.json");
    await using sandbox = await testSandbox({ executors: 1, cpuLimitMs: 120_000, quarantineFile });
    const neighbour = startNeighbour(sandbox);
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, residentMb())), 20);
    const sleeping = sandbox.invoke(
      invocationOf("export default async () => { await new Promise((r) => setTimeout(r, 3000)); return 'slept'; };", {
        timeoutMs: 60_000,
      }),
    );
    const attacks = await Promise.all(
      [1, 2, 3].map((n) => sandbox.invoke(invocationOf(slicing(n), { timeoutMs: 120_000, tenantId: `t${n}` }))),
    );
    const { right, wrong } = await neighbour.stop();
    clearInterval(watch);
    assert.deepEqual(attacks.map(reasonOf), ["memory", "memory", "memory"]);
    assert.deepEqual(wrong, []);
    assert.ok(right > 0);
    assert.equal(valueOf(await sleeping), "slept");
    // Three times 64 MB, plus the memory that is taken before a late look on a crowded machine, plus an executor's own.
    assert.ok(peak < 768, `one executor had ${Math.round(peak)} MB`);
    const apart = JSON.parse(readFileSync(quarantineFile, "utf8")) as string[];
    const offenders = [1, 2, 3].map((n) => invocationOf(slicing(n)).functionId);
    assert.deepEqual(
      new Set(apart.map((key) => key.split(" ")[2])),
      new Set(offenders),
      "each offender has an executor of its own from now on, and nobody else",
    );
  },
);

test("a Function that makes a key for long is ended in time, and its neighbours' executor stays", linux, async () => {
  await using sandbox = await testSandbox({ executors: 1 });
  const counting = invocationOf("let calls = 0; export default () => ++calls;");
  assert.equal(valueOf(await sandbox.invoke(counting)), 1);
  const rsa =
    "export default async () => { const made = []; for (let n = 0; n < 40; n++) made.push(crypto.subtle.generateKey({ name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]) }, true, ['sign', 'verify'])); await Promise.all(made); };";
  const attack = sandbox.invoke(invocationOf(rsa, { timeoutMs: 1_000, tenantId: "attacker" }));
  const derive =
    "export default async () => { const k = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']); return (await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(8), iterations: 100000 }, k, 256)).byteLength; };";
  const derived = sandbox.invoke(invocationOf(derive, { timeoutMs: 60_000 }));
  assert.equal(reasonOf(await attack), "timeout");
  assert.equal(valueOf(await derived), 32);
  assert.equal(valueOf(await sandbox.invoke(counting)), 2);
});

test("a Function is not blamed for the copies that the platform makes of what it digests", linux, async () => {
  await using sandbox = await testSandbox({ executors: 1 });
  const source =
    "export default async () => { const d = new Uint8Array(10e6); const small = new Uint8Array(1e6); for (let n = 0; n < 20; n++) { await crypto.subtle.digest('SHA-256', d); await Promise.all([1, 2, 3, 4, 5, 6].map(() => crypto.subtle.digest('SHA-512', small))); } return 'digested'; };";
  assert.equal(valueOf(await sandbox.invoke(invocationOf(source, { timeoutMs: 60_000 }))), "digested");
});
