import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AnswerHead } from "../../running/sandbox/call/invocation.ts";
import { limits } from "../../running/sandbox/limits.ts";
import { StartOfText } from "./start-of-text.ts";

/** The record of a streamed response. */
export interface StreamNote extends AnswerHead {
  stream: {
    bytes: number;
    chunks: number;
    ended: "complete" | "failed" | "client-left" | "client-stalled" | "too-large";
    /** The beginning of its text; null if it is not text. */
    start: string | null;
  };
}

/** Counts and limits the chunks of a streamed response, and keeps the part for the record. */
export class StreamTally {
  readonly #head: AnswerHead;
  readonly #text: StartOfText | undefined;
  #bytes = 0;
  #chunks = 0;
  #why: StreamNote["stream"]["ended"] | undefined;

  /** `textType`: the content type, if the record may show the text; otherwise null. */
  constructor(head: AnswerHead, textType: string | null) {
    this.#head = head;
    if (textType !== null) this.#text = new StartOfText(textType);
  }

  get status(): number | undefined {
    return this.#head.status ?? undefined;
  }

  /**
   * Counts a chunk before it is sent. @throws HostCallError when the chunk makes the response too large
   */
  take(chunk: Uint8Array): void {
    if (this.#bytes + chunk.byteLength > limits.streamBytes) {
      this.endAs("too-large");
      throw new HostCallError("LIMIT_EXCEEDED", `A streamed answer has at most ${limits.streamBytes} bytes.`);
    }
    if (chunk.byteLength === 0) return;
    this.#bytes += chunk.byteLength;
    this.#chunks += 1;
    this.#text?.take(chunk);
  }

  /** Records the reason for an early end; the first reason counts. */
  endAs(why: StreamNote["stream"]["ended"]): void {
    this.#why ??= why;
  }

  /** Its part of the record, after its call has ended. */
  note(isWhole: boolean): StreamNote {
    const ended = this.#why ?? (isWhole ? "complete" : "failed");
    const start = this.#text?.text ?? null;
    return { ...this.#head, stream: { bytes: this.#bytes, chunks: this.#chunks, ended, start } };
  }
}
