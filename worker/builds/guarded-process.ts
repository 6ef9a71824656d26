import { fork, type ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import { writeFile } from "node:fs/promises";
import type { Log } from "@ferrule/kit/log.ts";
import type { ProcessAnswer, ProcessRequest } from "./build-messages.ts";

export type EndReason = "timeout" | "memory" | "crash" | "stopped";

/** A build process ended before it answered. */
export class ProcessEnded extends Error {
  override name = "ProcessEnded";
  readonly reason: EndReason;
  constructor(reason: EndReason, cause?: unknown) {
    super(`The build process ended (${reason}).`, { cause });
    this.reason = reason;
  }
}

/** The process answered that it failed on this request. */
export class RequestFailed extends Error {
  override name = "RequestFailed";
}

export interface GuardedProcessOptions {
  log: Log;
  /** Absolute path of the child's entry file, or of the startup snapshot that it is. */
  entry: string | { snapshot: string };
  argv?: string[];
  /** What the permission model lets it read; it writes nothing and has no network. */
  readPaths: string[];
  /** Further flags of the permission model. */
  flags: string[];
  heapMb: number;
}

interface Waiting {
  resolve: (body: unknown) => void;
  reject: (error: Error) => void;
}

const startupTimeoutMs = 60_000;
const closeTimeoutMs = 1_000;
const keptErrorBytes = 4_096;

/**
 * A child process without environment, network or write access that answers requests over IPC, and may be killed at any
 * moment: a request that overruns its time or the heap, and every other one then in the process, rejects with
 * ProcessEnded. It never restarts by itself.
 */
export class GuardedProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #log: Log;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #exited = Promise.withResolvers<void>();
  #reason: EndReason | undefined;
  #errorText = "";
  #nextId = 1;
  #ended = false;

  constructor(options: GuardedProcessOptions) {
    this.#log = options.log;
    const { entry } = options;
    // Of a snapshot the program is a part; fork wants a name nevertheless, which is its first argument then.
    const [program, start] = typeof entry === "string" ? [entry, []] : ["", ["--snapshot-blob", entry.snapshot]];
    this.#child = fork(program, options.argv ?? [], {
      cwd: "/",
      env: {},
      execArgv: [
        ...start,
        "--permission",
        ...options.readPaths.map((path) => `--allow-fs-read=${path}`),
        ...options.flags,
        `--max-old-space-size=${options.heapMb}`,
      ],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#ready.promise.catch(() => {});
    const { pid } = this.#child;
    if (pid !== undefined) this.#yieldToInvocations(pid);
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errorText = (this.#errorText + text).slice(-keptErrorBytes);
    });
    const startup = setTimeout(() => this.kill("crash"), startupTimeoutMs);
    this.#child.on("message", (answer: ProcessAnswer) => {
      if ("ready" in answer) {
        clearTimeout(startup);
        this.#ready.resolve();
      } else this.#settle(answer);
    });
    this.#child.on("error", (error) => this.#end("crash", error));
    this.#child.on("close", (code, signal) => {
      clearTimeout(startup);
      const memory = /heap out of memory|heap limit/i.test(this.#errorText);
      this.#end(memory ? "memory" : "crash", new Error(`exit ${code ?? signal}: ${this.#errorText}`));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves when the process takes requests; rejects with ProcessEnded when it never did. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get alive(): boolean {
    return !this.#ended && this.#reason === undefined;
  }

  /** Does not hold up the end of the program while nothing is asked. */
  #hold(): void {
    if (this.#waiting.size > 0) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  /**
   * Asks once. The time starts when the process is ready, so that a slow machine's start is no Function's fault.
   * @throws ProcessEnded, RequestFailed, or the signal's reason (the process is then killed).
   */
  async request<Answer>(body: unknown, timeoutMs: number, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#hold();
    const abort = () => {
      this.#waiting.delete(id);
      answer.reject(signal?.reason as Error);
      this.kill("stopped");
    };
    signal?.addEventListener("abort", abort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    this.#ready.promise.then(
      () => {
        if (!this.#waiting.has(id)) return;
        timer = setTimeout(() => this.kill("timeout"), timeoutMs);
        this.#child.send({ id, body } satisfies ProcessRequest, () => {});
      },
      (error: Error) => answer.reject(error),
    );
    try {
      return (await answer.promise) as Answer;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      this.#waiting.delete(id);
      this.#hold();
    }
  }

  kill(reason: EndReason): void {
    this.#reason ??= reason;
    this.#child.kill("SIGKILL");
  }

  /** Lets the process end by itself, which also reaps what it started, and kills it when it is busy or slow. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return;
    this.#reason ??= "stopped";
    this.#child.ref();
    if (this.#waiting.size > 0) this.kill("stopped");
    // A message: after `disconnect()` on this side Node never emits `close`.
    else this.#child.send({ close: true } satisfies ProcessRequest, (error) => error && this.kill("stopped"));
    const slow = setTimeout(() => this.kill("stopped"), closeTimeoutMs);
    await this.#exited.promise;
    clearTimeout(slow);
  }

  #settle(answer: Exclude<ProcessAnswer, { ready: true }>): void {
    const waiting = this.#waiting.get(answer.id);
    if ("body" in answer) waiting?.resolve(answer.body);
    else waiting?.reject(new RequestFailed(answer.failure));
  }

  #end(reason: EndReason, cause: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    const ended = new ProcessEnded(this.#reason ?? reason, cause);
    if (ended.reason !== "stopped") this.#log.warn({ reason: ended.reason, err: cause }, "a build process ended");
    this.#ready.reject(ended);
    for (const waiting of this.#waiting.values()) waiting.reject(ended);
    this.#exited.resolve();
  }

  /** Builds take what invocations leave: a lower priority, and first in line when the machine runs out of memory. */
  #yieldToInvocations(pid: number): void {
    try {
      setPriority(pid, 10);
    } catch (error) {
      this.#log.debug({ err: error }, "the build process keeps its priority");
    }
    if (process.platform === "linux") writeFile(`/proc/${pid}/oom_score_adj`, "1000").catch(() => {});
  }
}
