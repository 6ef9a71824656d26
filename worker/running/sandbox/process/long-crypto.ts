// Why: docs/decisions/slow-cryptography-apart.md
import { FairQueue, type Queued } from "@ferrule/kit/turns/fair-queue.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { ExecutorProcess, type ExecutorCode } from "./executor-process.ts";
import { frameKinds } from "../executor/protocol/frames.ts";
import { HostDomError, HostTypeError, type HostCall, type HostCallAnswer } from "../host-calls/host-call.ts";
import { longCryptoGraceMs, longCryptoIdleMs, longCryptoProcesses } from "../limits.ts";

interface Task extends Queued {
  json: string;
  bytes: Uint8Array;
  signal: AbortSignal;
  resolve: (answer: HostCallAnswer) => void;
  reject: (error: unknown) => void;
}

/** Settles a task with a result of `runSubtle`. */
function settle({ resolve, reject }: Task, head: Buffer, text: Buffer, bytes: Buffer): void {
  const { ok } = JSON.parse(String(head)) as { ok: boolean };
  const told: unknown = text.length === 0 ? undefined : JSON.parse(String(text));
  if (ok) return resolve({ value: told, bytes });
  const { type, code, message } = told as { type: string; code: string; message: string };
  reject(type === "type" ? new HostTypeError(message) : new HostDomError(code, message));
}

const hasEnded = () => new Error("The call has ended.");

/** A process that works on one task at a time. It starts when it is constructed. */
class Hand {
  readonly #process: ExecutorProcess;
  #task: Task | undefined;
  /** Ends the process after it was idle for a while. */
  #idle: NodeJS.Timeout | undefined;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;

  /** `freed` is called after each task. */
  constructor(code: ExecutorCode, log: Log, freed: () => void) {
    this.#process = new ExecutorProcess(code, log, (kind, _id, parts) => {
      const task = this.#task;
      if (kind !== frameKinds.reply || task === undefined) return;
      this.#task = undefined;
      try {
        settle(task, parts[0]!, parts[1]!, parts[2]!);
      } catch (error) {
        task.reject(error);
      }
      freed();
    });
    this.ended = this.#process.exited.then(() => {
      clearTimeout(this.#idle);
      this.#task?.reject(new Error("The process of a cryptographic operation has ended."));
    });
  }

  get isFree(): boolean {
    return this.#task === undefined && this.#process.alive;
  }

  run(task: Task): void {
    clearTimeout(this.#idle);
    this.#task = task;
    this.#process.send(frameKinds.host, 0, "", task.json, task.bytes);
    const given = () => {
      task.reject(hasEnded());
      // The task may be almost done.
      setTimeout(() => {
        if (this.#task === task) this.#process.kill();
      }, longCryptoGraceMs);
    };
    task.signal.addEventListener("abort", given, { once: true });
  }

  /** Nothing waits, so the process ends unless it gets a task soon. */
  idle(): void {
    if (this.#task !== undefined) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#process.kill(), longCryptoIdleMs).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

/**
 * Long cryptographic operations: generating RSA keys, deriving from passwords. Nothing can interrupt them, so each runs
 * in its own process, which is started on demand in the same way as an executor. When the call ends, so does the
 * process. Tenants take turns.
 */
export function createLongCrypto(code: ExecutorCode, log: Log) {
  const waiting = new FairQueue<Task>();
  const hands = new Set<Hand>();
  let isClosed = false;

  function start(): Hand {
    const hand = new Hand(code, log, advance);
    hands.add(hand);
    const ended = hand.ended.then(() => {
      hands.delete(hand);
      advance();
    });
    unwaited(ended, (error) => log.error({ err: error }, "waiting cryptographic operations could not be started"));
    return hand;
  }

  function advance(): void {
    if (isClosed) return;
    for (;;) {
      if (waiting.size === 0) break;
      const free = [...hands].find(({ isFree }) => isFree);
      if (free === undefined && hands.size >= longCryptoProcesses) return;
      const task = waiting.next()!;
      if (task.signal.aborted) task.reject(hasEnded());
      else (free ?? start()).run(task);
    }
    for (const hand of hands) hand.idle();
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
      await Promise.all([...hands].map((hand) => hand[Symbol.asyncDispose]()));
    },
  };
}
