import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AnswerHead } from "../../running/sandbox/call/invocation.ts";
import { limits } from "../../running/sandbox/limits.ts";
import { StartOfText } from "./start-of-text.ts";

/** What a record says of a streamed answer. */
export interface StreamNote extends AnswerHead {
  stream: {
    bytes: number;
    chunks: number;
    ended: "complete" | "failed" | "client-left" | "client-stalled" | "too-large";
    /** How its text began; null for what is no text. */
    start: string | null;
  };
}

/** Counts the chunks of a streamed answer, bounds them, and keeps what its record shows. */
export class StreamTally {
  readonly #head: AnswerHead;
  readonly #text: StartOfText | undefined;
  #bytes = 0;
  #chunks = 0;
  #why: StreamNote["stream"]["ended"] | undefined;

  /** `textType`: the content type of what the record may show; null: it shows nothing of it. */
  constructor(head: AnswerHead, textType: string | null) {
    this.#head = head;
    if (textType !== null) this.#text = new StartOfText(textType);
  }

  /** Takes note of a chunk that is to be sent. @throws HostCallError for the one that makes the answer too large */
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

  /** Why it ends early; the first reason counts. */
  endAs(why: StreamNote["stream"]["ended"]): void {
    this.#why ??= why;
  }

  /** What is recorded of it when its call has ended. */
  note(isWhole: boolean): StreamNote {
    const ended = this.#why ?? (isWhole ? "complete" : "failed");
    const start = this.#text?.text ?? null;
    return { ...this.#head, stream: { bytes: this.#bytes, chunks: this.#chunks, ended, start } };
  }
}
