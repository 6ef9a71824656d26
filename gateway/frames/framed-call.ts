import type { IncomingHttpHeaders } from "node:http";
import { answerWindowBytes, brokenCalls } from "@ferrule/contract/internal/call-frames.ts";
import { errors, type Dispatcher } from "undici";
import type { CallWriter } from "./call-writer.ts";
import { NotStartedError } from "./not-started-error.ts";

const decimal = /^\d{1,15}$/;
const none: IncomingHttpHeaders = {};

/**
 * The length that an answer declares, if it may have a body; otherwise null. @throws RangeError when it is not a length
 */
function lengthOf(method: string, status: number, headers: IncomingHttpHeaders): number | null {
  const length = headers["content-length"];
  if (length === undefined || method === "HEAD" || status === 204 || status === 304) return null;
  if (!decimal.test(length)) throw new RangeError("A response's length is not a number.");
  return Number(length);
}

interface Call {
  number: number;
  method: string;
  body: Buffer | null;
  handler: Dispatcher.DispatchHandler;
}

/** One call over a connection of frames. To its caller it looks like a call that undici sends. */
export class FramedCall implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  /** The time of its latest sign of life; `performance.now()`. */
  heardAt = performance.now();
  answered = false;
  readonly #call: Call;
  readonly #writer: CallWriter;
  /** How many bytes of the body have been sent. */
  #sent = 0;
  #opened = false;
  #over = false;
  /**
   * How many bytes of the answer are still to come, if declared; the worker's remaining window; and how much can be
   * added to it.
   */
  #left: number | null = null;
  #window = answerWindowBytes;
  #owed = 0;
  /** Pieces that arrived while the client was paused. */
  #held: Buffer[] = [];
  #ended = false;

  constructor(writer: CallWriter, call: Call) {
    this.#writer = writer;
    this.#call = call;
  }

  /** Starts the call; returns whether it is under way. `texts`: method, path, names and values. */
  begin(texts: readonly string[]): boolean {
    const { number, body, handler } = this.#call;
    handler.onRequestStart?.(this, null);
    if (this.#over) return false;
    try {
      this.#sent = this.#writer.open(number, texts, body);
      this.#opened = true;
    } catch (error) {
      this.fail(new errors.InvalidArgumentError((error as Error).message));
    }
    return this.#opened;
  }

  /** The worker accepts this many more bytes of the body. @throws RangeError when the body has fewer */
  credit(bytes: number): void {
    const { number, body } = this.#call;
    const end = this.#sent + bytes;
    if (body === null || end > body.length) throw new RangeError("The worker requested more of a body than there is.");
    this.#writer.body(number, body.subarray(this.#sent, end));
    this.#sent = end;
  }

  /** Handles the response's head and a piece of its body. @throws RangeError when it is not a valid response */
  answer(status: number, headers: IncomingHttpHeaders, piece: Buffer, last: boolean): void {
    if (this.answered || status < 200 || status > 599) throw new RangeError("A response's status is not valid.");
    this.answered = true;
    this.#left = lengthOf(this.#call.method, status, headers);
    try {
      this.#call.handler.onResponseStart?.(this, status, headers);
    } catch (error) {
      // An answer that cannot be passed on, for example with an invalid header, ends only this call.
      this.abort(error as Error);
    }
    this.data(piece, last);
  }

  /** @throws RangeError when the worker sends more than we requested */
  data(piece: Buffer, last: boolean): void {
    if (this.#over) return;
    if (!this.answered || this.#ended) throw new RangeError("The worker sent data without a response.");
    this.heardAt = performance.now();
    this.#window -= piece.length;
    if (this.#window < 0) throw new RangeError("The worker sent more data than requested.");
    if (this.#left !== null) {
      this.#left -= piece.length;
      // Further bytes would become the start of the client's next answer.
      if (this.#left < 0 || (last && this.#left > 0)) {
        return this.abort(new errors.SocketError("A response does not have the length that it declares."));
      }
    }
    this.#ended = last;
    if (this.paused) {
      if (piece.length > 0) this.#held.push(piece);
      return;
    }
    if (piece.length > 0) this.#hand(piece);
    this.#settle();
  }

  /** The worker will send nothing more of this call. */
  broken(why: number): void {
    const notStarted = why === brokenCalls.notStarted && !this.answered;
    const error = new errors.SocketError("The answer broke off.");
    this.fail(notStarted ? new NotStartedError("The worker had too many calls.") : error);
  }

  /** Ends the call with this error. */
  fail(error: Error): void {
    if (this.#over) return;
    this.#end();
    this.#call.handler.onResponseError?.(this, error);
  }

  abort(reason: Error): void {
    if (this.#over) return;
    this.aborted = true;
    this.reason = reason;
    this.#cancel();
    this.fail(reason);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    if (!this.paused || this.#over) return;
    this.paused = false;
    this.heardAt = performance.now();
    while (!this.#isPaused() && this.#held.length > 0) this.#hand(this.#held.shift()!);
    this.#settle();
  }

  /** A method, because the handler may change the flag in between. */
  #isPaused(): boolean {
    return this.paused;
  }

  #hand(piece: Buffer): void {
    this.#owed += piece.length;
    try {
      this.#call.handler.onResponseData?.(this, piece);
    } catch (error) {
      this.abort(error as Error);
    }
  }

  /** Ends the call or requests more, once the client has consumed what arrived. */
  #settle(): void {
    if (this.#over || this.paused || this.#held.length > 0) return;
    if (this.#ended) {
      this.#end();
      const { handler } = this.#call;
      try {
        handler.onResponseEnd?.(this, none);
      } catch (error) {
        handler.onResponseError?.(this, error as Error);
      }
    } else if (this.#owed >= answerWindowBytes / 2) {
      this.#window += this.#owed;
      this.#writer.more(this.#call.number, this.#owed);
      this.#owed = 0;
    }
  }

  #cancel(): void {
    if (this.#opened) this.#writer.cancel(this.#call.number);
  }

  #end(): void {
    this.#over = true;
    this.#held = [];
    this.#writer.over(this.#call.number);
  }
}
