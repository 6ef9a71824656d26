import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { findAddon } from "../addon-path.ts";
import { buildGuest } from "../build-guest.ts";
import { findConfinement } from "../confinement.ts";
import { ExecutorProcess } from "../executor-process.ts";
import { decodeResultHead, encodeCallHead } from "./binary-heads.ts";
import { frameKinds } from "./frames.ts";
import type { CreateHead } from "./messages.ts";

/** Answers its input; "naps" asks to be woken at once, and is at it for 5 ms more. */
const source = `export default async (input) => {
  if (input === "naps") await new Promise((resolve) => {
    setTimeout(resolve, 0);
    for (const until = Date.now() + 5; Date.now() < until; );
  });
  return input;
};`;

let executor: ExecutorProcess;
const isolate = 1;
let nextCall = 1;
const waiting = new Map<number, (told: string) => void>();

before(async () => {
  const [{ executor: program, prelude }, confinement] = await Promise.all([buildGuest(), findConfinement()]);
  const code = { addonPath: findAddon(), executor: program, prelude, snapshot: undefined, confinement };
  executor = new ExecutorProcess(code, createLog("worker", "silent"), (kind, id, parts) => {
    if (kind !== frameKinds.result) return;
    const { kind: ended } = decodeResultHead(parts[0]!);
    waiting.get(id)?.(ended === "value" ? String(parts[1]) : ended);
  });
  await executor.ready;
  const head: CreateHead = { memoryMb: 64, tenant: "a" };
  executor.send(frameKinds.create, isolate, JSON.stringify(head), source);
  assert.deepEqual(await handIn(["warm"]), ["warm"]);
});
after(() => executor[Symbol.asyncDispose]());

/** Sends calls that arrive together; answers what each came to: its output, or how else it ended. */
async function handIn(inputs: readonly string[]): Promise<string[]> {
  const answers = inputs.map((input) => {
    const id = nextCall++;
    const head = encodeCallHead({ isolate, timeoutMs: 10_000, cpuMs: 10_000 });
    const facts = JSON.stringify({ requestId: "req_1", deadline: Date.now() + 10_000 });
    executor.send(frameKinds.call, id, head, facts, JSON.stringify(input));
    return new Promise<string>((resolve) => waiting.set(id, resolve));
  });
  return (await Promise.all(answers)).map((told) => told.replaceAll('"', ""));
}

test("calls that are handed in together are answered one after the other", { timeout: 20_000 }, async () => {
  assert.deepEqual(await handIn(["a", "b", "c"]), ["a", "b", "c"]);
});

test(
  "those behind one that waits are given back, though it ends before the engine has passed them",
  { timeout: 20_000 },
  async () => {
    assert.deepEqual(await handIn(["a", "naps", "b"]), ["a", "naps", "requeue"]);
    assert.deepEqual(await handIn(["naps", "b", "c"]), ["naps", "requeue", "requeue"]);
    assert.deepEqual(await handIn(["a", "b", "c"]), ["a", "b", "c"]);
  },
);
