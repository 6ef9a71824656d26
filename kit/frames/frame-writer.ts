import type { Socket } from "node:net";
import { frameHeadBytes } from "./read-frames.ts";

/** Frames are written one after another into a buffer of this size; when it is full, a new one is allocated. */
const slabBytes = 64 * 1024;

/**
 * Writes numbered frames over a connection. Those of one event loop turn go out in one write. A frame for a closed
 * connection is dropped.
 */
export class FrameWriter {
  /** The buffer of the latest frame. */
  buffer: Buffer = Buffer.alloc(0);
  /** How many bytes of `buffer` are filled, and how many of these we have passed to the connection. */
  #at = 0;
  #from = 0;
  #pieces: Buffer[] = [];
  #gathering = false;
  readonly #socket: Socket;
  readonly #left: (() => void) | undefined;
  readonly #flush = () => {
    this.#gathering = false;
    this.#cut();
    const pieces = this.#pieces;
    this.#pieces = [];
    const socket = this.#socket;
    if (!socket.writable) return;
    if (pieces.length > 1) socket.cork();
    for (const piece of pieces) socket.write(piece);
    if (pieces.length > 1) socket.uncork();
    this.#left?.();
  };

  /** `left` is called when everything that was begun has gone to the connection. */
  constructor(socket: Socket, left?: () => void) {
    this.#socket = socket;
    this.#left = left;
  }

  /**
   * Begins a frame. In the same turn, the caller writes the frame's first `bytes` into `buffer` at the returned offset,
   * and passes `appended` more bytes to `append`.
   */
  begin(number: number, bytes: number, appended = 0): number {
    const whole = frameHeadBytes + bytes;
    if (this.#at + whole > this.buffer.length) this.#renew(whole);
    const { buffer } = this;
    const head = this.#at;
    buffer.writeUInt32LE(bytes + appended, head);
    buffer.writeUInt32LE(number, head + 4);
    this.#at += whole;
    if (!this.#gathering) {
      this.#gathering = true;
      setImmediate(this.#flush);
    }
    return head + frameHeadBytes;
  }

  /** Adds the rest of the frame without copying it, so the bytes must not change any more. */
  append(bytes: Buffer): void {
    this.#cut();
    this.#pieces.push(bytes);
  }

  /** Flushes all frames that were begun, then signals the end of the stream to the other side. */
  end(): void {
    this.#flush();
    this.#socket.end();
  }

  /**
   * Switches to a new buffer. Unsent bytes are copied over, because a copy costs less than a second piece in the write.
   */
  #renew(whole: number): void {
    if (this.#at - this.#from > slabBytes / 2) this.#cut();
    const moved = this.#at - this.#from;
    const next = Buffer.allocUnsafeSlow(Math.max(slabBytes, moved + whole));
    this.buffer.copy(next, 0, this.#from, this.#at);
    this.buffer = next;
    this.#from = 0;
    this.#at = moved;
  }

  #cut(): void {
    if (this.#at > this.#from) this.#pieces.push(this.buffer.subarray(this.#from, this.#at));
    this.#from = this.#at;
  }
}
