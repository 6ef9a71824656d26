import type { Socket } from "node:net";
import { callFrames, mostFrameBytes } from "@ferrule/contract/internal/call-frames.ts";
import { FrameWriter } from "@ferrule/kit/frames/frame-writer.ts";
import { headersOf } from "@ferrule/kit/frames/headers-of.ts";
import { readFrames } from "@ferrule/kit/frames/read-frames.ts";
import { readTexts } from "@ferrule/kit/frames/texts.ts";
import { RenewedMap } from "@ferrule/kit/renewed-map.ts";
import { errors, type Dispatcher } from "undici";
import type { Bounds } from "../bounds.ts";
import { CallWriter } from "./call-writer.ts";
import { FramedCall } from "./framed-call.ts";
import { NotStartedError } from "./not-started-error.ts";

interface CallConnectionOptions {
  bounds: Bounds;
  /**
   * Called once, when the connection takes no more calls: the worker drains (`asked`), the connection broke, or it was
   * retired.
   */
  left: (asked: boolean) => void;
}

/** Call numbers are `u32`. After this many calls, another connection takes over. */
const mostNumbers = 0xff_ff_ff_00;
const keepAliveMs = 15_000;
/** How long a worker has to close a connection that is no longer needed. */
const closingMs = 2_000;

const broken = (what: string) => new RangeError(`A worker's frame is broken: ${what}.`);

/** Method, path, and header names and values, without the token: the connection already carries it. */
function textsOf({ method, path, headers }: Dispatcher.DispatchOptions): string[] {
  const texts: string[] = [method, path];
  const list = headers as string[];
  for (let at = 0; at < list.length; at += 2) {
    if (list[at] !== "x-internal-token") texts.push(list[at]!, list[at + 1]!);
  }
  return texts;
}

/** Sends calls to one worker over an open connection (`callFrames` in the contract). */
export class CallConnection {
  /** Resolves when the connection has closed. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #options: CallConnectionOptions;
  readonly #frames: FrameWriter;
  readonly #writer: CallWriter;
  readonly #calls = new RenewedMap<number, FramedCall>();
  readonly #watch: NodeJS.Timeout;
  /** The number of the latest call, and of the latest that was handed to the connection. */
  #last = 0;
  #handed = 0;
  #retired = false;
  /** The time of the worker's latest frame, and whether it answers on a newer connection. */
  #heardAt = performance.now();
  #replaced = false;
  #error: Error | undefined;
  #asking: { resolve: (state: unknown) => void; reject: (error: Error) => void }[] = [];

  constructor(socket: Socket, options: CallConnectionOptions) {
    const { answerTimeoutMs, streamIdleTimeoutMs } = options.bounds;
    this.#socket = socket;
    this.#options = options;
    this.#frames = new FrameWriter(socket, () => (this.#handed = this.#last));
    this.#writer = new CallWriter(this.#frames, (number) => {
      this.#calls.delete(number);
      this.#leave();
    });
    socket.setNoDelay(true);
    socket.setKeepAlive(true, keepAliveMs);
    readFrames(socket, {
      mostBytes: mostFrameBytes,
      onFrame: (number, buffer, start, end) => this.#take(number, buffer, start, end),
    });
    socket.on("error", (error) => (this.#error = error));
    socket.once("end", () => socket.destroy());
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#closed();
        resolve();
      });
    });
    const shortest = Math.min(answerTimeoutMs, streamIdleTimeoutMs, options.bounds.replacedConnectionMs);
    const tickMs = Math.min(1_000, Math.ceil(shortest / 4));
    this.#watch = setInterval(() => this.#endSilent(), tickMs).unref();
  }

  /** Sends a call whose body is complete. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const number = this.#last + 1;
    const call = new FramedCall(this.#writer, {
      number,
      method: options.method,
      body: options.body as Buffer | null,
      handler,
    });
    if (this.#socket.writableLength > this.#options.bounds.unsentBytes) {
      return call.fail(new Error("The worker does not read what it is sent."));
    }
    if (!call.begin(textsOf(options))) return;
    this.#last = number;
    this.#calls.set(number, call);
    if (number >= mostNumbers) this.retire();
  }

  /**
   * Asks for the worker's state, in the form of its `/ready`. Rejects with the signal's reason, or when the connection
   * breaks.
   */
  async ready(signal: AbortSignal): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    const asked = { resolve, reject };
    this.#asking.push(asked);
    this.#writer.ping();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", stop);
      this.#asking = this.#asking.filter((one) => one !== asked);
    }
  }

  /** Takes no more calls, and closes after the last answer. */
  retire(): void {
    this.#retire(false);
    this.#leave();
  }

  /** The worker has answered on another connection that is newer. */
  replaced(): void {
    this.#replaced = true;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #retire(asked: boolean): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#options.left(asked);
  }

  #leave(): void {
    if (!this.#retired || this.#calls.size > 0 || !this.#socket.writable) return;
    this.#frames.end();
    setTimeout(() => this.#socket.destroy(), closingMs).unref();
  }

  #take(number: number, buffer: Buffer, start: number, end: number): void {
    this.#heardAt = performance.now();
    if (start === end) throw broken("it is empty");
    const kind = buffer[start];
    const from = start + 1;
    if (number === 0) return this.#about(kind, buffer.toString("utf8", from, end));
    if (number > this.#last) throw broken("there is no such call");
    const call = this.#calls.get(number);
    // The call was cancelled, so nobody waits for the answer.
    if (call === undefined) return;
    if (kind === callFrames.answer) {
      if (end - from < 3) throw broken("it is too short");
      const { texts, next } = readTexts(buffer, from + 3, end);
      const headers = headersOf(texts, 0);
      call.answer(buffer.readUInt16LE(from + 1), headers, buffer.subarray(next, end), buffer[from] === 1);
    } else if (kind === callFrames.data || kind === callFrames.last) {
      call.data(buffer.subarray(from, end), kind === callFrames.last);
    } else if (kind === callFrames.broken) call.broken(buffer[from] ?? 0);
    else if (kind === callFrames.more && end - from === 4) call.credit(buffer.readUInt32LE(from));
    else throw broken("its kind is not known");
  }

  /** Handles a frame about the connection itself. */
  #about(kind: number | undefined, text: string): void {
    if (kind === callFrames.leave) {
      this.#retire(true);
      this.#leave();
    } else if (kind === callFrames.pong) {
      const state: unknown = JSON.parse(text);
      for (const { resolve } of this.#asking) resolve(state);
    } else throw broken("its kind is not known");
  }

  #closed(): void {
    clearInterval(this.#watch);
    this.#retire(false);
    const error = this.#error ?? new Error("The worker closed the connection.");
    for (const { reject } of this.#asking) reject(error);
    for (const [number, call] of this.#calls) {
      call.fail(number > this.#handed ? new NotStartedError(error.message) : new errors.SocketError(error.message));
    }
  }

  /** Ends a connection whose other side has silently gone, and calls that have been silent for too long. */
  #endSilent(): void {
    const now = performance.now();
    if (this.#retired && this.#calls.size > 0) this.#endDead(now);
    const { answerTimeoutMs, streamIdleTimeoutMs } = this.#options.bounds;
    for (const call of this.#calls.values()) {
      if (call.paused) continue;
      const silentMs = now - call.heardAt;
      if (!call.answered && silentMs > answerTimeoutMs) call.abort(new errors.HeadersTimeoutError());
      else if (call.answered && silentMs > streamIdleTimeoutMs) call.abort(new errors.BodyTimeoutError());
    }
  }

  /**
   * Asks, on a connection that takes no more calls, whether the worker is still there, because nobody else asks on it.
   */
  #endDead(now: number): void {
    const { silentConnectionMs, replacedConnectionMs } = this.#options.bounds;
    const mostMs = this.#replaced ? replacedConnectionMs : silentConnectionMs;
    if (now - this.#heardAt > mostMs)
      this.#socket.destroy(new errors.SocketError("The worker has not sent anything for too long."));
    else this.#writer.ping();
  }
}
