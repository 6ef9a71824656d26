import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { findAddon } from "../process/addon-path.ts";
import { buildGuest } from "../process/build-guest.ts";
import { findConfinement } from "../../../ground/confinement/find-confinement.ts";
import { ExecutorProcess } from "../process/executor-process.ts";
import { decodeResultHead, encodeCallHead } from "./protocol/binary-heads.ts";
import { frameKinds } from "./protocol/frames.ts";
import type { CreateHead, PongState, ResultHead } from "./protocol/messages.ts";

/**
 * Returns its input. "naps" asks to be woken at once, and then works for 5 ms more. "says" logs and is busy for 30 ms,
 * "works" for 150. "rejects …" leaves a rejected promise. "burns" and "hoards" do so after their result.
 */
const source = `
const spin = (ms) => { for (const until = Date.now() + ms; Date.now() < until; ); };
const later = async (run) => { for (let n = 0; n < 20; n++) await 0; run(); };
export default async (input, ctx) => {
  if (input === "naps") await new Promise((resolve) => { setTimeout(resolve, 0); spin(5); });
  if (input === "says") { ctx.log.info("said"); spin(30); }
  if (input === "works") spin(150);
  if (input.startsWith("rejects")) Promise.reject(new Error(input));
  if (input === "burns") later(() => { for (;;); });
  if (input === "hoards") later(() => { for (const all = []; ; ) all.push(new Array(10_000).fill(all.length)); });
  return input;
};`;

interface Answer {
  /** Its output, or how else it ended. */
  told: string;
  head: ResultHead;
}

let isolate = 0;
let nextCall = 1;
const waiting = new Map<number, (answer: Answer) => void>();
const saying = new Map<number, () => void>();
const logged = new Map<number, string[]>();
const endedIsolates = new Set<number>();

async function start(): Promise<ExecutorProcess> {
  const [{ executor: program, prelude }, confinement] = await Promise.all([buildGuest(), findConfinement()]);
  const code = { addonPath: findAddon(), executor: program, prelude, snapshot: undefined, confinement };
  const started = new ExecutorProcess(code, createLog("worker", "silent"), (kind, id, parts) => {
    if (kind === frameKinds.log) {
      logged.set(id, [...(logged.get(id) ?? []), String(parts[1])]);
      saying.get(id)?.();
    }
    if (kind === frameKinds.pong)
      for (const ended of (JSON.parse(String(parts[0])) as PongState).ended) endedIsolates.add(ended);
    if (kind !== frameKinds.result) return;
    const head = decodeResultHead(parts[0]!);
    const text = head.kind === "value" ? (JSON.parse(String(parts[1])) as string) : head.kind;
    waiting.get(id)?.({ told: text, head });
  });
  await started.ready;
  return started;
}
let executor: ExecutorProcess;
/** Rejects if the executor ends by itself, so that nobody waits for its results. */
let lost: Promise<never>;
before(async () => {
  executor = await start();
  lost = executor.exited.then(() => Promise.reject(new Error("The executor ended.")));
  lost.catch(() => {});
});
after(() => executor[Symbol.asyncDispose]());

function create(code: string): void {
  const head: CreateHead = { memoryMb: 64, tenant: "a" };
  executor.send(frameKinds.create, ++isolate, JSON.stringify(head), code);
}

/** Creates an isolate that has completed one call. */
async function warm(): Promise<void> {
  create(source);
  assert.deepEqual(await handIn(["warm"]), ["warm"]);
}

/** Sends a call. Calls that are sent in one turn arrive together. */
function send(input: string): { id: number; answer: Promise<Answer> } {
  const id = nextCall++;
  const head = encodeCallHead({ isolate, cpuMs: 10_000, mayRunInline: true });
  const facts = JSON.stringify({ requestId: "req_1", deadline: Date.now() + 10_000 });
  executor.send(frameKinds.call, id, head, facts, JSON.stringify(input));
  return { id, answer: Promise.race([lost, new Promise<Answer>((resolve) => waiting.set(id, resolve))]) };
}

const answersOf = (inputs: readonly string[]) => Promise.all(inputs.map((input) => send(input).answer));
const handIn = async (inputs: readonly string[]) => (await answersOf(inputs)).map(({ told }) => told);

/** Sends pings, as the worker does while anything runs, until `promise` settles. */
async function pulsing<T>(promise: Promise<T>): Promise<T> {
  const beating = setInterval(() => executor.send(frameKinds.ping, 0), 5);
  return promise.finally(() => clearInterval(beating));
}

describe("calls that are handed in together", { timeout: 60_000 }, () => {
  before(warm);

  test("are answered one after the other", async () => {
    assert.deepEqual(await handIn(["a", "b", "c"]), ["a", "b", "c"]);
  });

  test("are given back behind one that waits, though it ends before the engine has passed them", async () => {
    assert.deepEqual(await handIn(["a", "naps", "b"]), ["a", "naps", "requeue"]);
    assert.deepEqual(await handIn(["naps", "b", "c"]), ["naps", "requeue", "requeue"]);
    assert.deepEqual(await handIn(["a", "b", "c"]), ["a", "b", "c"]);
  });

  test("are each told of the promises that they have rejected, and of no others'", async () => {
    await warm();
    const calls = ["a", "rejects 1", "b", "rejects 2", "rejects 3"].map(send);
    for (const { answer } of calls) await answer;
    const unhandled = (n: number) => [`Unhandled rejection: Error: rejects ${n}`];
    assert.deepEqual(
      calls.map(({ id }) => logged.get(id)),
      [undefined, unhandled(1), undefined, unhandled(2), unhandled(3)],
    );
  });

  test("are each reckoned what they have used of the processors", async () => {
    const answers = await answersOf(["a", "works", "b", "c"]);
    const [a, works, b, c] = answers.map(({ head }) => head.cpuMs);
    assert.ok(works! > a! + b! + c!, JSON.stringify([a, works, b, c]));
  });

  test("go on when one is stopped that has just ended", async () => {
    const says = send("says");
    const ends = send("ends");
    const works = send("works");
    await new Promise<void>((resolve) => saying.set(says.id, resolve));
    // New isolates delay the news that the second call has ended, until the executor handles the stop.
    const present = isolate;
    for (let n = 0; n < 40; n++) create(source);
    executor.send(frameKinds.stop, ends.id, "cancelled");
    assert.equal((await says.answer).told, "says");
    const { told } = await ends.answer;
    // On a busy machine, the stop may come after the executor has given back the calls behind one of 30 ms.
    assert.ok(["ends", "cancelled", "terminated", "requeue"].includes(told), told);
    assert.ok(["works", "requeue"].includes((await works.answer).told));
    while (isolate > present) executor.send(frameKinds.discard, isolate--);
  });
});

describe("an isolate that does not outlive what a call left in it", { timeout: 60_000 }, () => {
  for (const leaves of ["burns", "hoards"]) {
    test(`is not kept for others: ${leaves}`, async () => {
      await warm();
      const [left, behind] = await pulsing(answersOf([leaves, "behind"]));
      assert.equal(left!.told, leaves);
      assert.equal(behind!.told, "requeue");
      assert.equal(behind!.head.entered, false);
      const next = await pulsing(send("next").answer);
      assert.deepEqual([next.told, next.head.reusable, next.head.entered], ["requeue", false, false]);
    });

    test(`is told of when no call can tell: ${leaves}`, async () => {
      await warm();
      assert.deepEqual(await pulsing(handIn([leaves])), [leaves]);
      const isTold = async () => {
        while (!endedIsolates.has(isolate)) await new Promise((resolve) => setImmediate(resolve));
      };
      await pulsing(isTold());
    });
  }
});

test("an isolate whose module cannot be evaluated is not kept", { timeout: 60_000 }, async () => {
  create('throw new Error("no"); export default () => 1;');
  const [first] = await answersOf(["a"]);
  assert.deepEqual([first!.told, first!.head.reusable], ["error", false]);
});
