import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { findConfinement } from "./find-confinement.ts";
import { systemCallFilter } from "./system-call-filter.ts";

const { commandFor, inForce } = await findConfinement();
const filtered = { skip: inForce.systemCallFilter ? false : "setpriv takes no filter here" };

/** The output of a script in a confined shell. */
async function shell(script: string): Promise<string> {
  const [file, ...args] = [...commandFor(), "/bin/sh", "-c", script];
  return (await promisify(execFile)(file, args, { env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" } })).stdout.trim();
}

/** Runs the filter as the kernel does, and returns its verdict on a call with that number and first argument. */
function verdict(filter: Buffer, machine: number, number: number, argument = 0): number {
  const data = new Map([
    [0, number],
    [4, machine],
    [16, argument],
  ]);
  let held = 0;
  for (let at = 0; ; at++) {
    const [code, ifTrue, ifFalse, k] = [
      filter.readUInt16LE(at * 8),
      filter.readUInt8(at * 8 + 2),
      filter.readUInt8(at * 8 + 3),
      filter.readUInt32LE(at * 8 + 4),
    ];
    if (code === 0x06) return k;
    if (code === 0x20) held = data.get(k) ?? 0;
    else if (code === 0x05) at += k;
    else {
      const holds = code === 0x15 ? held === k : code === 0x35 ? held >= k : (held & k) !== 0;
      at += holds ? ifTrue : ifFalse;
    }
  }
}

test("the filter refuses what has no use, and lets through what has", () => {
  const [allow, refuse, missing] = [0x7fff0000, 0x00050001, 0x00050026];
  const x64 = systemCallFilter("x64")!;
  for (const number of [0, 1, 9, 59, 202, 231, 257]) assert.equal(verdict(x64, 0xc000003e, number), allow);
  for (const number of [101, 163, 165, 272, 308, 321, 323]) assert.equal(verdict(x64, 0xc000003e, number), refuse);
  for (const number of [425, 426, 427, 435, 0x40000001]) assert.equal(verdict(x64, 0xc000003e, number), missing);
  assert.equal(verdict(x64, 0xc000003e, 56, 0x3d0f00), allow, "a thread");
  assert.equal(verdict(x64, 0xc000003e, 56, 0x10000000), refuse, "a user namespace");
  assert.equal(verdict(x64, 0x40000003, 1), 0x80000000, "a call of another processor's");
  const arm64 = systemCallFilter("arm64")!;
  assert.deepEqual(
    [63, 117, 220].map((number) => verdict(arm64, 0xc00000b7, number)),
    [allow, refuse, allow],
  );
  assert.equal(systemCallFilter("riscv64"), null);
});

test("the kernel holds confined processes to it", filtered, async () => {
  assert.match(await shell("cat /proc/self/status"), /^Seccomp:\t2$/m);
  assert.match(await shell("unshare --user true 2>&1 || mount -t tmpfs x /mnt 2>&1 || true"), /not permitted|denied/);
});
