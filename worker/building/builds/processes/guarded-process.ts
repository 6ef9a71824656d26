// Why: docs/decisions/messages-of-builders.md
import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import type { Duplex } from "node:stream";
import { serialize } from "node:v8";
import type { Log } from "@ferrule/kit/log.ts";
import type { Bounds, Confinement } from "../../../ground/confinement/find-confinement.ts";
import { type ConfinedChild, spawnConfined } from "../../../ground/confinement/spawn-confined.ts";
import { readAnswer } from "../messages/build-answers.ts";
import { answerBounds, type ProcessRequest } from "../messages/build-messages.ts";
import { limitTime } from "./limit-time.ts";
import { type MessageStream, openMessageStream } from "../messages/message-stream.ts";

export type EndReason = "timeout" | "memory" | "crash" | "stopped";

/** Thrown when a build process ended before it responded. */
export class ProcessEnded extends Error {
  override name = "ProcessEnded";
  readonly reason: EndReason;
  constructor(reason: EndReason, cause?: unknown) {
    super(`The build process ended (${reason}).`, { cause });
    this.reason = reason;
  }
}

/** Thrown when the process reported a failure of this request, or when we could not send the request. */
export class RequestFailed extends Error {
  override name = "RequestFailed";
}

export interface GuardedProcessOptions {
  log: Log;
  confinement: Confinement;
  /** Absolute path of the child's entry file or of its startup snapshot. */
  entry: string | { snapshot: string };
  /** Arguments after the user that the process will become. */
  argv?: string[];
  /** The files that the permission model lets it read. It writes nothing, starts nothing and has no network. */
  readPaths: string[];
  heapMb: number;
  /** More options of V8. */
  v8?: string[];
  /** CPU time until it takes requests, 60 s. By the clock, it may take four times as much. */
  startupMs?: number;
  /** Starts a helper program whose standard input and output are descriptor 4 of the process. */
  helper?: (stream: Duplex) => ConfinedChild;
}

/** A reply of a process. The process reads untrusted texts, so you must check everything in the reply. */
export interface Reply {
  body: unknown;
  blobs: readonly Buffer[];
}

interface Waiting {
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}

/** On a busy machine, a process at low priority took longer than a minute by the clock. */
const usualStartupMs = 60_000;
/**
 * How much of a process's error output we keep, at its beginning and at its end. Go gives its reason first, and V8
 * last.
 */
const keptErrorLength = 4_096;
const cpuSeconds = 900;
/** Memory besides the heap: code, thread stacks, and the texts of Libraries while they arrive. */
const besideHeapMb = 1_536;

/**
 * How much lower the priority of builds is: they use only time that calls do not need. Long builds use only time that
 * other builds do not need.
 */
const below = 10;
const aside = 19;

/** How long a killed process may take to end. It is gone by then, unless the kernel waits for a device. */
const exitMs = 5_000;

/** How long we wait for an ended process's last output, in case another process holds its streams open. */
const lastWordsMs = 1_000;

/** What V8, Go and the C library say. V8 names the heap, or the space in it for which there was no room. */
const outOfMemory = /out of memory|heap limit|cannot allocate memory/i;

/**
 * A confined child process that answers requests over a stream and may be killed at any moment. When a request overruns
 * its time or the heap, it and every other request in the process reject with ProcessEnded. The process never restarts
 * by itself. Whatever it sends, only its own requests can fail.
 */
export class GuardedProcess implements AsyncDisposable {
  readonly #confined: ConfinedChild;
  readonly #helper: ConfinedChild | undefined;
  readonly #stream: Duplex;
  readonly #messages: MessageStream;
  readonly #log: Log;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #exited: Promise<unknown>;
  readonly #endStartup: () => void;
  #isReady = false;
  #reason: EndReason | undefined;
  #errorStart = "";
  #errorEnd = "";
  #nextId = 1;
  /** Why it ended, once it has. */
  #ended: ProcessEnded | undefined;

  constructor(options: GuardedProcessOptions) {
    this.#log = options.log;
    this.#confined = start(options);
    const { child } = this.#confined;
    this.#helper = options.helper === undefined ? undefined : helped(options.helper, child);
    const children = this.#helper === undefined ? [child] : [child, this.#helper.child];
    this.#ready.promise.catch(() => {});
    for (const one of children) {
      one.stderr?.setEncoding("utf8").on("data", (text: string) => {
        const more = text.slice(0, keptErrorLength - this.#errorStart.length);
        this.#errorStart += more;
        this.#errorEnd = (this.#errorEnd + text.slice(more.length)).slice(-keptErrorLength);
      });
      one.on("error", (error) => this.#end("crash", error));
      one.on("exit", (code, signal) => {
        const end = () => this.#endAfter(String(code ?? signal));
        // A worker that was busy for so long takes what has arrived in the meantime first.
        const tooLate = setTimeout(() => setImmediate(end), lastWordsMs);
        one.on("close", () => {
          clearTimeout(tooLate);
          end();
        });
      });
    }
    this.#setPriority(below);
    this.#exited = Promise.all(children.map(ended));
    this.#endStartup = limitTime(this.#pids, options.startupMs ?? usualStartupMs, () => this.kill("crash"));
    this.#stream = child.stdio[3] as unknown as Duplex;
    this.#messages = openMessageStream(this.#stream, answerBounds, {
      onMessage: (head, blobs) => this.#take(head, blobs),
      // If the process is gone, its exit handler reports that, because it knows why.
      onBroken: (error) => error !== null && this.#break(error),
    });
    this.#hold();
  }

  get pid(): number | undefined {
    return this.#confined.child.pid;
  }

  /** The process id of its helper. */
  get helperPid(): number | undefined {
    return this.#helper?.child.pid;
  }

  get #pids(): number[] {
    return [this.pid, this.helperPid].filter((pid) => pid !== undefined);
  }

  /** Resolves when the process takes requests. Rejects with ProcessEnded if it never does. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get alive(): boolean {
    return this.#ended === undefined && this.#reason === undefined;
  }

  /** Lets the program end while no request is open. */
  #hold(): void {
    const { child } = this.#confined;
    const method = this.#waiting.size > 0 ? "ref" : "unref";
    for (const one of [child, this.#helper?.child]) one?.[method]();
    const streams = [this.#stream, child.stderr, this.#helper?.child.stderr] as unknown as (
      | { ref?(): void; unref?(): void }
      | null
      | undefined
    )[];
    for (const stream of streams) stream?.[method]?.();
  }

  /**
   * Sends one request. `blobs` are bytes that go with the request. The time limit counts CPU time from when the process
   * is ready, so that a busy machine or a slow start does not fail a Function. The time ends with the last byte of the
   * response.
   * @throws ProcessEnded, RequestFailed, or the signal's reason (the process is then killed).
   */
  async request(
    body: unknown,
    timeoutMs: number,
    signal?: AbortSignal,
    blobs: readonly Uint8Array[] = [],
  ): Promise<Reply> {
    signal?.throwIfAborted();
    if (this.#ended !== undefined) throw this.#ended;
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = Promise.withResolvers<Reply>();
    this.#waiting.set(id, answer);
    this.#hold();
    const abort = () => {
      this.#waiting.delete(id);
      answer.reject(signal?.reason as Error);
      this.kill("stopped");
    };
    signal?.addEventListener("abort", abort, { once: true });
    let unlimited = () => {};
    const send = () => {
      if (!this.#waiting.has(id)) return;
      unlimited = limitTime(this.#pids, timeoutMs, () => this.kill("timeout"));
      this.#messages.send(serialize({ id, body } satisfies ProcessRequest), ...blobs);
    };
    this.#ready.promise.then(send).catch((error: Error) => {
      answer.reject(
        error instanceof ProcessEnded ? error : new RequestFailed("The request cannot be sent.", { cause: error }),
      );
    });
    try {
      return await answer.promise;
    } finally {
      unlimited();
      signal?.removeEventListener("abort", abort);
      this.#waiting.delete(id);
      this.#hold();
    }
  }

  kill(reason: EndReason): void {
    this.#reason ??= reason;
    this.#confined.kill();
    this.#helper?.kill();
  }

  /** Lowers the priority of a build that runs longer than others should wait, so that short builds go first. */
  stepBack(): void {
    this.#setPriority(aside);
  }

  /** Restores the priority. Returns false when the worker may not raise it; only root may. */
  stepForward(): boolean {
    return this.#setPriority(below);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const children = [this.#confined.child, this.#helper?.child].filter((one) => one !== undefined);
    for (const one of children) one.ref();
    this.kill("stopped");
    const limit = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#log.warn({ pids: children.map(({ pid }) => pid) }, "a killed build process has not ended");
      for (const one of children) one.unref();
      limit.resolve();
    }, exitMs);
    await Promise.race([this.#exited, limit.promise]);
    clearTimeout(timer);
  }

  /** @throws when this is not a response to an open request */
  #take(head: Buffer, blobs: Buffer[]): void {
    const answer = readAnswer(head);
    if ("ready" in answer) {
      if (this.#isReady) throw new RangeError("A build process said twice that it is ready.");
      this.#isReady = true;
      this.#endStartup();
      this.#ready.resolve();
      return;
    }
    const waiting = this.#waiting.get(answer.id);
    // We accept one response for each request, which limits how much a process can make the worker read.
    if (!this.#waiting.delete(answer.id)) throw new RangeError("A build process sent an answer without a request.");
    if ("failure" in answer) waiting?.reject(new RequestFailed(answer.failure));
    else waiting?.resolve({ body: answer.body, blobs });
  }

  #break(error: Error): void {
    if (this.alive) this.#log.warn({ err: error }, "a build process sent nonsense");
    this.kill("crash");
  }

  #endAfter(exit: string): void {
    const said = [this.#errorStart, this.#errorEnd].filter((text) => text !== "").join(" … ");
    this.#end(outOfMemory.test(said) ? "memory" : "crash", new Error(`exit ${exit}: ${said}`));
  }

  #end(reason: EndReason, cause: Error): void {
    if (this.#ended !== undefined) return;
    this.#endStartup();
    this.kill(reason);
    const why = (this.#ended = new ProcessEnded(this.#reason ?? reason, cause));
    if (why.reason !== "stopped") this.#log.warn({ reason: why.reason, err: cause }, "a build process ended");
    this.#ready.reject(why);
    for (const waiting of this.#waiting.values()) waiting.reject(why);
  }

  #setPriority(priority: number): boolean {
    try {
      for (const { pid } of [this.#confined.child, this.#helper?.child ?? {}])
        if (pid !== undefined) setPriority(pid, priority);
      return true;
    } catch (error) {
      this.#log.debug({ err: error }, "a build process keeps its priority");
      return false;
    }
  }
}

function start({
  entry,
  argv = [],
  readPaths,
  heapMb,
  v8 = [],
  confinement,
  helper,
}: GuardedProcessOptions): ConfinedChild {
  const uid = confinement.nextUid();
  const bounds: Bounds = { dataMb: heapMb + besideHeapMb, cpuSeconds };
  // A snapshot includes the program, but Node requires a name.
  const [program, from] = typeof entry === "string" ? [entry, []] : ["-", ["--snapshot-blob", entry.snapshot]];
  const node = [
    process.execPath,
    ...from,
    "--permission",
    ...readPaths.map((path) => `--allow-fs-read=${path}`),
    // The file for the thread that ends the process when its parent is gone.
    "--allow-worker",
    `--max-old-space-size=${heapMb}`,
    ...v8,
    program,
  ];
  return spawnConfined([...confinement.commandFor(bounds), ...node, String(uid ?? "-"), ...argv], {
    stdio: ["ignore", "ignore", "pipe", "pipe", ...(helper === undefined ? [] : ["pipe" as const])],
    uid,
    confinement,
  });
}

/**
 * Hands over our end of descriptor 4. We have read nothing from it yet, because that takes a turn of the event loop.
 */
function helped(helper: (stream: Duplex) => ConfinedChild, child: ChildProcess): ConfinedChild {
  const stream = child.stdio[4] as unknown as Duplex;
  stream.on("error", () => {});
  const started = helper(stream);
  stream.destroy();
  return started;
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
