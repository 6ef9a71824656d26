// Why: docs/decisions/streamed-answers.md
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AnswerHead, AnswerSink } from "../../running/sandbox/call/invocation.ts";
import { answer, beginAnswer, type Exchange } from "../serving/exchange.ts";
import { variesByCoding } from "./compression/compress-answer.ts";
import { takesGzip } from "./compression/content-coding.ts";
import { GzipStream } from "./compression/gzip-stream.ts";
import { isCausedByOthers, mayCompress } from "./compression/may-compress.ts";
import { isBodiless } from "./is-bodiless.ts";
import { QuietEvents } from "./quiet-events.ts";
import { replyHeaders } from "./reply-headers.ts";
import { StreamTally, type StreamNote } from "./stream-tally.ts";

/** A stream's headers, and whether this client gets it compressed. */
function streamCoding(exchange: Exchange, status: number, type: string, given: readonly string[]) {
  const { headers } = exchange.request;
  if (!mayCompress(status, type, given)) return { isGzip: false, headers: given };
  const isSent = takesGzip(headers["accept-encoding"]) && !isCausedByOthers(exchange, headers);
  return { isGzip: isSent, headers: [...given, ...variesByCoding, ...(isSent ? ["content-encoding", "gzip"] : [])] };
}

/** How long a client may stop reading while data waits for it. */
const stalledMs = 30_000;

/**
 * A response that a Function sends piece by piece. Only one piece is under way, so a slow client costs just that piece
 * and the connection's buffers.
 */
export class StreamedAnswer implements AnswerSink {
  readonly #exchange: Exchange;
  readonly #successStatus: number;
  readonly #showsText: boolean;
  readonly #stalledMs: number;
  #tally: StreamTally | undefined;
  #cancel: () => void = () => undefined;
  #quiet: QuietEvents | undefined;
  #gzip: GzipStream | undefined;
  #isWriting = false;

  /** `showsText`: the record may contain the beginning of the text. */
  constructor(exchange: Exchange, successStatus: number, showsText: boolean, mostStalledMs = stalledMs) {
    this.#exchange = exchange;
    this.#successStatus = successStatus;
    this.#showsText = showsText;
    this.#stalledMs = mostStalledMs;
  }

  get opened(): boolean {
    return this.#tally !== undefined;
  }

  /** The status that was sent; undefined before. */
  get status(): number | undefined {
    return this.#tally?.status;
  }

  open({ status: given, headers: all }: AnswerHead, cancel: () => void): boolean {
    const exchange = this.#exchange;
    const status = given ?? this.#successStatus;
    const { type, headers } = replyHeaders(all, exchange.site?.cookies ?? null);
    const known = type ?? "application/octet-stream";
    this.#tally = new StreamTally({ status, headers: all }, this.#showsText ? known : null);
    this.#cancel = cancel;
    if (isBodiless(status)) {
      answer(exchange, status, null, "", headers);
      return false;
    }
    const { response, request } = exchange;
    const coding = streamCoding(exchange, status, known, headers);
    if (!beginAnswer(exchange, status, known, coding.headers)) return this.#leave("client-left");
    if (request.method === "HEAD") return false;
    if (coding.isGzip) this.#gzip = new GzipStream(response);
    response.once("close", this.#closed);
    response.flushHeaders();
    if (/^text\/event-stream\b/i.test(known)) this.#quiet = new QuietEvents(response, () => this.#isWriting);
    return true;
  }

  async write(chunk: Uint8Array): Promise<void> {
    const { response } = this.#exchange;
    if (this.#tally === undefined || this.#isWriting)
      throw new HostCallError("VALIDATION_ERROR", "A streamed answer takes one chunk at a time.");
    if (response.destroyed || response.writableEnded)
      throw new HostCallError("UNAVAILABLE", "The caller no longer waits for this response.");
    this.#tally.take(chunk);
    if (chunk.byteLength === 0) return;
    this.#quiet?.wrote(chunk);
    this.#isWriting = true;
    const hasRoom = this.#gzip === undefined ? response.write(chunk) : await this.#gzip.write(chunk);
    if (!hasRoom && !response.destroyed) await this.#room();
    this.#isWriting = false;
  }

  /**
   * Ends the response. If it is incomplete, this cuts the connection: once the head is sent, there is no other way to
   * tell the client.
   */
  end(isWhole: boolean): void {
    const { response } = this.#exchange;
    this.#quiet?.stop();
    response.off("close", this.#closed);
    if (response.writableEnded || response.destroyed) return;
    if (isWhole) (this.#gzip ?? response).end();
    else response.destroy();
    if (this.#gzip !== undefined) response.once("close", () => this.#gzip?.destroy());
  }

  /** Its part of the record, after its call has ended. */
  note(isWhole: boolean): StreamNote {
    return this.#tally!.note(isWhole);
  }

  /** Resolves when the client has read the waiting data. If it reads nothing at all, this ends its call. */
  #room(): Promise<void> {
    const { response } = this.#exchange;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        response.off("drain", done);
        response.off("close", done);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#leave("client-stalled");
        done();
      }, this.#stalledMs);
      response.once("drain", done);
      response.once("close", done);
    });
  }

  readonly #closed = (): void => {
    this.#quiet?.stop();
    this.#gzip?.destroy();
    this.#leave("client-left");
  };

  #leave(why: StreamNote["stream"]["ended"]): false {
    this.#tally?.endAs(why);
    this.#cancel();
    return false;
  }
}
