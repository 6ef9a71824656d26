import { spawn, type ChildProcess } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { StartError } from "./data-dir.ts";

/** A role sends this message to its supervisor when it serves. */
export interface Listening {
  kind: "listening";
  port: number;
  internalPort?: number;
}

/**
 * The roles share one machine, so each half of a young generation has 8 MB at most. V8 would let it grow to 32, and 55
 * of the 64 were resident after a burst.
 */
const flags = ["--enable-source-maps", "--max-semi-space-size=8"];

export interface RoleOptions {
  /** The log file's name: `gateway`, `control-plane`, `worker-1` … */
  name: string;
  /** Returns the program's absolute path; called at each start. */
  program: () => string;
  env: Record<string, string>;
  logFile: string;
  log: Log;
  /** How long it may take to listen. */
  startTimeoutMs: number;
}

/**
 * One child process of the supervisor: started, restarted with backoff when it dies, stopped. It runs in its own
 * process group, so that Ctrl-C reaches only the supervisor, and ends by itself when the IPC channel closes.
 */
export class RoleProcess implements AsyncDisposable {
  readonly #options: RoleOptions;
  #child: ChildProcess | null = null;
  #listening: Listening | null = null;
  #stopping = false;
  #restarts = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RoleOptions) {
    this.#options = options;
  }

  get listening(): Listening {
    if (!this.#listening) throw new Error(`${this.#options.name} is not listening`);
    return this.#listening;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Resolves when the role listens. `lateEnv` is the part of its environment that we learn only now; restarts keep it.
   * @throws StartError with the role's last output when it ends before that, or when it was told to stop
   */
  async start(lateEnv: Record<string, string> = {}): Promise<Listening> {
    const { name, program, env, logFile, startTimeoutMs } = this.#options;
    if (this.#stopping) throw new StartError(`${name} was stopped before it had started.`);
    Object.assign(env, lateEnv);
    mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
    const child = spawn(process.execPath, [...flags, program()], {
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    const file = createWriteStream(logFile, { flags: "a", mode: 0o600 });
    child.stdout?.pipe(file, { end: false });
    child.stderr?.pipe(file, { end: false });
    let lastWords = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString("utf8")).slice(-4_000);
    });
    return new Promise((resolve, reject) => {
      const tooLate = setTimeout(() => {
        reject(new StartError(`${name} did not start within ${startTimeoutMs / 1000} s; its log is ${logFile}.`));
      }, startTimeoutMs);
      child.once("message", (message) => {
        clearTimeout(tooLate);
        this.#listening = message as Listening;
        resolve(this.#listening);
      });
      child.once("error", (cause) => {
        clearTimeout(tooLate);
        reject(new StartError(`${name} could not be started.`, { cause }));
      });
      child.once("close", (code, signal) => {
        clearTimeout(tooLate);
        file.end();
        reject(
          new StartError(lastWords.trim() || `${name} ended at start (${signal ?? code}); its log is ${logFile}.`),
        );
        this.#ended(child, code, signal);
      });
    });
  }

  #ended(child: ChildProcess, code: number | null, signal: string | null): void {
    if (this.#child !== child) return;
    this.#child = null;
    const { name, log, env } = this.#options;
    if (this.#stopping || !this.#listening) return;
    const delayMs = Math.min(100 * 2 ** this.#restarts, 5_000);
    log.warn({ name, code, signal, delayMs }, "a role died; restarting it");
    // Keep the ports, so that the other roles find it again.
    env["PORT"] = String(this.#listening.port);
    if (this.#listening.internalPort) env["INTERNAL_PORT"] = String(this.#listening.internalPort);
    this.#restarts += 1;
    this.#timer = setTimeout(() => {
      this.start().then(
        () => setTimeout(() => (this.#restarts = 0), 10_000).unref(),
        (error: unknown) => log.error({ name, err: error }, "a role did not come back"),
      );
    }, delayMs);
  }

  /** Sends the role one question over IPC and waits for the answer with the same `kind`. */
  ask<T extends { kind: string }>(kind: T["kind"], timeoutMs = 10_000): Promise<T> {
    const child = this.#child;
    if (!child) return Promise.reject(new Error(`${this.#options.name} is not running`));
    return new Promise((resolve, reject) => {
      const heard = (message: unknown) => {
        if ((message as { kind?: string }).kind !== kind) return;
        clearTimeout(timer);
        child.off("message", heard);
        resolve(message as T);
      };
      const timer = setTimeout(() => {
        child.off("message", heard);
        reject(new Error(`${this.#options.name} did not answer ${kind}`));
      }, timeoutMs);
      child.on("message", heard);
      child.send({ kind });
    });
  }

  /** SIGTERM, then SIGKILL after `graceMs`. */
  async stop(graceMs = 12_000): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    child.kill("SIGTERM");
    const killer = setTimeout(() => child.kill("SIGKILL"), graceMs);
    await closed;
    clearTimeout(killer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
