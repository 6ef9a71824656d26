import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import {
  answerWindowBytes,
  bodyWindowBytes,
  brokenCalls,
  callFrames,
  pieceBytes,
} from "@ferrule/contract/internal/call-frames.ts";
import { headersOf } from "@ferrule/kit/frames/headers-of.ts";
import type { CallRequest, CallResponse } from "../../../ground/call.ts";
import type { CallWriter } from "./call-writer.ts";

/** If more bytes than this wait for the caller, `write` asks the Function to wait. */
const highWaterBytes = 16 * 1024;
const none = Buffer.alloc(0);

/** A call that came in frames, and its response. */
export class FramedCall extends EventEmitter implements CallRequest, CallResponse {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  writableEnded = false;
  writableFinished = false;
  destroyed = false;
  headersSent = false;
  /** Whether it does not count among the calls of its connection. */
  isAside = false;
  readonly #number: number;
  readonly #writer: CallWriter;
  readonly #bodyBytes: number;
  /** The body: the received pieces, and how many more bytes we have requested. */
  #pieces: Buffer[];
  #arrived: number;
  #asked = 0;
  #read: ((body: Buffer) => void) | null = null;
  #status = 0;
  /** Set until the headers have been sent. */
  #head: readonly string[] | null = null;
  #credit = answerWindowBytes;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  /** `texts`: method, path, names and values; `first`: the part of `bodyBytes` that has already arrived. */
  constructor(writer: CallWriter, number: number, texts: readonly string[], bodyBytes: number, first: Buffer) {
    super();
    this.#writer = writer;
    this.#number = number;
    this.method = texts[0] ?? "";
    this.url = texts[1] ?? "";
    this.headers = headersOf(texts, 2);
    if (bodyBytes > 0) this.headers["content-length"] = String(bodyBytes);
    this.#bodyBytes = bodyBytes;
    this.#pieces = [first];
    this.#arrived = first.length;
  }

  readBody(maxBytes: number, done: (body: Buffer | "too-large") => void): void {
    if (this.destroyed) return;
    if (this.#bodyBytes > maxBytes) return done("too-large");
    if (this.#arrived === this.#bodyBytes) return done(this.#pieces[0] ?? none);
    this.#read = done;
    this.#askForMore();
  }

  #askForMore(): void {
    const bytes = Math.min(bodyWindowBytes, this.#bodyBytes - this.#arrived - this.#asked);
    if (bytes <= 0 || this.#asked > bodyWindowBytes / 2) return;
    this.#asked += bytes;
    this.#writer.more(this.#number, bytes);
  }

  /** Takes more of the body. @throws RangeError when we did not request it. */
  arrived(piece: Buffer): void {
    if (piece.length > this.#asked) throw new RangeError("The gateway sent more of a body than requested.");
    this.#asked -= piece.length;
    this.#arrived += piece.length;
    this.#pieces.push(piece);
    if (this.#arrived < this.#bodyBytes) return this.#askForMore();
    const body = Buffer.concat(this.#pieces, this.#bodyBytes);
    this.#pieces = [];
    this.#read?.(body);
  }

  writeHead(status: number, headers: readonly string[]): void {
    if (this.headersSent) throw new Error("The head of this answer has been written.");
    this.headersSent = true;
    this.#status = status;
    this.#head = headers;
  }

  flushHeaders(): void {
    if (this.#head !== null && !this.destroyed) this.#sendHead(none, false);
  }

  write(piece: string | Uint8Array): boolean {
    if (this.destroyed || this.writableEnded) return false;
    this.#wait(piece);
    this.#send();
    return this.#waitingBytes < highWaterBytes;
  }

  end(piece?: string | Uint8Array): void {
    if (this.destroyed || this.writableEnded) return;
    this.writableEnded = true;
    if (this.#head !== null) {
      // Nearly every response fits into one frame.
      const bytes = piece === undefined ? 0 : typeof piece === "string" ? Buffer.byteLength(piece) : piece.byteLength;
      if (bytes <= this.#credit) {
        this.#sendHead(piece ?? none, true, bytes);
        return this.#finish();
      }
    }
    if (piece !== undefined) this.#wait(piece);
    this.#send();
  }

  /** The caller has room for this many more bytes. */
  credit(bytes: number): void {
    this.#credit += bytes;
    const waited = this.#waitingBytes >= highWaterBytes;
    this.#send();
    if (waited && this.#waitingBytes < highWaterBytes && !this.writableEnded) this.emit("drain");
  }

  setAside(): void {
    if (this.isAside || this.destroyed) return;
    this.isAside = true;
    this.#pieces = [];
    this.#writer.aside();
  }

  destroy(): void {
    if (this.destroyed || this.writableFinished) return;
    this.#writer.broken(this.#number, brokenCalls.brokeOff);
    this.gone();
  }

  /** Nobody waits for the response any more. */
  gone(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#waiting = [];
    this.#pieces = [];
    this.#writer.over(this.#number);
    this.emit("close");
  }

  #wait(piece: string | Uint8Array): void {
    const bytes =
      typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (bytes.length === 0) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  #sendHead(piece: string | Uint8Array, whole: boolean, bytes = piece.length): void {
    this.#writer.answer(this.#number, { status: this.#status, headers: this.#head ?? [], piece, bytes, whole });
    this.#head = null;
    this.#credit -= bytes;
  }

  /** Sends waiting data, as far as the caller has room. */
  #send(): void {
    if (this.#head !== null) this.#sendHead(none, false);
    for (let first = this.#waiting[0]; first !== undefined && this.#credit > 0; first = this.#waiting[0]) {
      const piece = first.subarray(0, Math.min(this.#credit, pieceBytes));
      if (piece.length === first.length) this.#waiting.shift();
      else this.#waiting[0] = first.subarray(piece.length);
      this.#credit -= piece.length;
      this.#waitingBytes -= piece.length;
      const isLast = this.writableEnded && this.#waitingBytes === 0;
      this.#writer.data(this.#number, isLast ? callFrames.last : callFrames.data, piece);
      if (isLast) return this.#finish();
    }
    if (!this.writableEnded || this.#waitingBytes > 0 || this.writableFinished) return;
    this.#writer.data(this.#number, callFrames.last, none);
    this.#finish();
  }

  #finish(): void {
    this.writableFinished = true;
    this.gone();
  }
}
