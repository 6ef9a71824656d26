import { FairQueue, type Queued } from "@ferrule/kit/fair-queue.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { ExecutorProcess, type ExecutorCode } from "./executor-process.ts";
import { frameKinds } from "../executor/frames.ts";
import { HostDomError, HostTypeError, type HostCall, type HostCallAnswer } from "../host-calls/host-call.ts";
import { longCryptoGraceMs, longCryptoIdleMs, longCryptoProcesses } from "../limits.ts";

interface Task extends Queued {
  json: string;
  bytes: Uint8Array;
  signal: AbortSignal;
  resolve: (answer: HostCallAnswer) => void;
  reject: (error: unknown) => void;
}

interface Hand {
  process: ExecutorProcess;
  task: Task | undefined;
  /** Ends it when nothing has been asked for a while. */
  idle: NodeJS.Timeout | undefined;
}

/** Settles a task by an answer of `runSubtle`. */
function settle({ resolve, reject }: Task, head: Buffer, text: Buffer, bytes: Buffer): void {
  const { ok } = JSON.parse(String(head)) as { ok: boolean };
  const told: unknown = text.length === 0 ? undefined : JSON.parse(String(text));
  if (ok) return resolve({ value: told, bytes });
  const { type, code, message } = told as { type: string; code: string; message: string };
  reject(type === "type" ? new HostTypeError(message) : new HostDomError(code, message));
}

/**
 * Cryptographic operations that take long: making RSA keys, deriving from passwords. Nobody can interrupt them, so they run
 * in processes of their own, one in each, made like executors and started when they are needed. When the call of one
 * ends, so does its process. Tenants take turns.
 */
export function createLongCrypto(code: ExecutorCode, log: Log) {
  const waiting = new FairQueue<Task>();
  const hands = new Set<Hand>();
  let isClosed = false;

  function start(): Hand {
    const hand: Hand = {
      task: undefined,
      idle: undefined,
      process: new ExecutorProcess(code, log, (kind, _id, parts) => {
        const { task } = hand;
        if (kind !== frameKinds.reply || task === undefined) return;
        hand.task = undefined;
        try {
          settle(task, parts[0]!, parts[1]!, parts[2]!);
        } catch (error) {
          task.reject(error);
        }
        advance();
      }),
    };
    hands.add(hand);
    const ended = hand.process.exited.then(() => {
      hands.delete(hand);
      clearTimeout(hand.idle);
      hand.task?.reject(new Error("The process of a cryptographic operation has ended."));
      advance();
    });
    unwaited(ended, (error) => log.error({ err: error }, "cryptographic operations that wait could not be begun"));
    return hand;
  }

  function run(hand: Hand, task: Task): void {
    clearTimeout(hand.idle);
    hand.task = task;
    hand.process.send(frameKinds.host, 0, "", task.json, task.bytes);
    const given = () => {
      task.reject(new Error("The call has ended."));
      // It may be about done.
      setTimeout(() => {
        if (hand.task === task) hand.process.kill();
      }, longCryptoGraceMs);
    };
    task.signal.addEventListener("abort", given, { once: true });
  }

  function advance(): void {
    if (isClosed) return;
    for (;;) {
      let hand = [...hands].find(({ task, process }) => task === undefined && process.alive);
      if (waiting.size === 0) break;
      if (hand === undefined && hands.size >= longCryptoProcesses) return;
      const task = waiting.next()!;
      if (task.signal.aborted) {
        task.reject(new Error("The call has ended."));
        continue;
      }
      hand ??= start();
      run(hand, task);
    }
    for (const hand of hands) {
      if (hand.task !== undefined) continue;
      clearTimeout(hand.idle);
      hand.idle = setTimeout(() => hand.process.kill(), longCryptoIdleMs).unref();
    }
  }

  const ask: HostCall = (argument, bytes, { invocation, signal }) =>
    new Promise<HostCallAnswer>((resolve, reject) => {
      const holder = `${invocation.projectId} ${invocation.tenantId}`;
      waiting.add({ holder, json: JSON.stringify(argument), bytes, signal, resolve, reject });
      advance();
    });

  return {
    ask,
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.all([...hands].map(({ process }) => process[Symbol.asyncDispose]()));
    },
  };
}
