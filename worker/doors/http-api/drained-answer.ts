import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AnswerHead, AnswerSink } from "../../running/sandbox/call/invocation.ts";
import { replyHeaders } from "./reply-headers.ts";
import { StreamTally, type StreamNote } from "./stream-tally.ts";

/**
 * The streamed response of a call without a waiting caller, such as an attempt of a delivery. We read it to its end,
 * because a Function may work while it streams, but keep only the part for the record. It has the same limits as a
 * response to a caller.
 */
export class DrainedAnswer implements AnswerSink {
  readonly #successStatus: number;
  readonly #showsText: boolean;
  #tally: StreamTally | undefined;

  /** `showsText`: the record may contain the beginning of the text. */
  constructor(successStatus: number, showsText: boolean) {
    this.#successStatus = successStatus;
    this.#showsText = showsText;
  }

  get opened(): boolean {
    return this.#tally !== undefined;
  }

  open({ status, headers }: AnswerHead): boolean {
    const type = this.#showsText ? (replyHeaders(headers, null).type ?? "") : null;
    this.#tally = new StreamTally({ status: status ?? this.#successStatus, headers }, type);
    return true;
  }

  write(chunk: Uint8Array): Promise<void> {
    if (this.#tally === undefined) throw new HostCallError("VALIDATION_ERROR", "The response has no head yet.");
    this.#tally.take(chunk);
    return Promise.resolve();
  }

  /** Its part of the record, after its call has ended. */
  note(isWhole: boolean): StreamNote | null {
    return this.#tally?.note(isWhole) ?? null;
  }
}
