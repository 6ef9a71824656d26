// Why: docs/decisions/isolates-in-processes.md
import { readFileSync } from "node:fs";
import type { Duplex } from "node:stream";
import type { Log } from "@ferrule/kit/log.ts";
import type { Confinement } from "../../../ground/confinement/find-confinement.ts";
import { type ConfinedChild, spawnConfined } from "../../../ground/confinement/spawn-confined.ts";
import { mostUnreadBytes } from "../limits.ts";
import { openChannel, type Channel } from "../executor/protocol/channel.ts";
import { frameKinds, type OnFrame, type Part, type FrameKind } from "../executor/protocol/frames.ts";
import type { SetupHead } from "../executor/protocol/messages.ts";

export interface ExecutorCode {
  addonPath: string;
  executor: string;
  prelude: string;
  /** Undefined for the first executor, which creates it. */
  snapshot: Buffer | undefined;
  confinement: Confinement;
}

const flags = (addonPath: string) => [
  "--no-node-snapshot",
  "--permission",
  "--allow-addons",
  `--allow-fs-read=${addonPath}`,
  "--disable-warning=PERM0001",
  "--enable-sharedarraybuffer-per-context",
  "--enable-experimental-regexp-engine-on-excessive-backtracks",
  // The memory limit of the process itself. The addon resets it before it creates isolates, which have their own
  // limits.
  "--max-semi-space-size=4",
  // If a guest throws at the top level, the engine transfers the error's message, and once more inside its stack.
  "--max-old-space-size=256",
  "--input-type=commonjs",
  "-",
];

const stderrKept = 2_048;

/**
 * A child process that runs isolates. It has no environment, no files except the engine's binary, no network and no
 * credentials, and may be killed at any moment. `ready` resolves to the snapshot that it made, if it got none.
 */
export class ExecutorProcess {
  readonly ready: Promise<Buffer>;
  readonly exited: Promise<void>;
  readonly pid: number;
  readonly #confined: ConfinedChild;
  readonly #channel: Channel;
  #alive = true;
  /** It ended by itself, by a signal other than SIGKILL. The engine gave up, most likely because memory ran out. */
  crashed = false;
  /** It violated the protocol, or did not read, and was killed for that. */
  broken = false;

  constructor(code: ExecutorCode, log: Log, onFrame: OnFrame) {
    const { confinement } = code;
    const uid = confinement.nextUid();
    const command = [...confinement.commandFor(), process.execPath, ...flags(code.addonPath)];
    this.#confined = spawnConfined(command, { stdio: ["pipe", "ignore", "pipe", "pipe"], uid, confinement });
    const { child } = this.#confined;
    this.pid = child.pid ?? 0;
    let stderr = "";
    child.stderr!.on("data", (chunk: Buffer) => {
      stderr = (stderr + String(chunk)).slice(-stderrKept);
    });
    child.stdin!.on("error", () => undefined);
    child.stdin!.end(code.executor);
    const stream = child.stdio[3] as unknown as Duplex;
    const ready = Promise.withResolvers<Buffer>();
    this.ready = ready.promise;
    this.ready.catch(() => undefined);
    this.#channel = openChannel(stream, {
      onFrame: (kind, id, parts) => {
        if (kind === frameKinds.ready) ready.resolve(Buffer.from(parts[0]!));
        else onFrame(kind, id, parts);
      },
      mostUnreadBytes,
      onBroken: (reason) => {
        this.broken ||= this.#alive && reason instanceof RangeError;
        this.kill();
      },
    });
    this.exited = new Promise((resolve) => {
      const ended = (signal: NodeJS.Signals | null) => {
        this.crashed = this.#alive && signal !== "SIGKILL";
        if (this.#alive) child.once("close", () => log.warn({ pid: this.pid, stderr }, "executor ended by itself"));
        this.#alive = false;
        ready.reject(new Error(`The executor ended before it was ready. ${stderr}`));
        stream.destroy();
        resolve();
      };
      child.once("exit", (_code, signal) => ended(signal));
      child.once("error", (error) => {
        stderr ||= error.message;
        ended(null);
      });
    });
    const setup: SetupHead = { addonPath: code.addonPath, uid };
    this.send(frameKinds.setup, 0, JSON.stringify(setup), code.prelude, code.snapshot ?? new Uint8Array(0));
  }

  get alive(): boolean {
    return this.#alive;
  }

  send(kind: FrameKind, id: number, ...parts: Part[]): void {
    this.#channel.send(kind, id, ...parts);
  }

  /** Resident memory in bytes. 0 when the platform does not report it. */
  residentBytes(): number {
    if (process.platform !== "linux" || !this.#alive) return 0;
    try {
      return Number(readFileSync(`/proc/${this.pid}/statm`, "latin1").split(" ", 2)[1]) * 4_096;
    } catch {
      return 0;
    }
  }

  /** CPU milliseconds of the main thread. 0 when the platform does not report them. */
  mainThreadMs(): number {
    if (process.platform !== "linux" || !this.#alive) return 0;
    try {
      return Number(readFileSync(`/proc/${this.pid}/schedstat`, "latin1").split(" ", 1)[0]) / 1e6;
    } catch {
      return 0;
    }
  }

  /** Sends SIGKILL, because an executor that is busy in the engine obeys no other signal. */
  kill(): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#confined.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.exited;
  }
}
