import type { Socket } from "node:net";
import { frameHeadBytes } from "./read-frames.ts";

/** Frames are written one behind the other into a buffer of this size, and the next one when it is full. */
const slabBytes = 64 * 1024;

/**
 * Writes numbered frames over a connection. Those of one turn of the event loop leave in one write. A frame on a connection
 * that has closed goes nowhere.
 */
export class FrameWriter {
  /** Where the frame that was begun last is. */
  buffer: Buffer = Buffer.alloc(0);
  /** What has been written of `buffer`, and what of that has not been handed to the connection. */
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

  /** `left` is called when everything that was begun has been handed to the connection. */
  constructor(socket: Socket, left?: () => void) {
    this.#socket = socket;
    this.#left = left;
  }

  /**
   * Begins a frame. The caller writes its first `bytes` into `buffer` from the answered place on, in the same turn, and gives
   * `appended` more bytes to `append`.
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

  /** The rest of the frame that was begun, which is not copied: it must not change any more. */
  append(bytes: Buffer): void {
    this.#cut();
    this.#pieces.push(bytes);
  }

  /** What has been begun still leaves; the other side then hears that no more is to come. */
  end(): void {
    this.#flush();
    this.#socket.end();
  }

  /** Goes on in another buffer. What has not left moves there: a copy costs less than a second piece in the write. */
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
