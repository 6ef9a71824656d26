import type { CallResponse } from "../../ground/call.ts";

/** Shorter than proxies' idle timeouts: most have 60 s, some 30 s. */
const usualMs = 15_000;

/** A line ends in CR LF, LF or CR (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
const endsEvent = (ending: string): boolean => /[\r\n]{2}$/.test(ending.replaceAll("\r\n", "\n"));

/**
 * Sends a comment while an event stream is quiet. So no proxy takes the stream for dead, and we notice when the client
 * has gone. A comment in the middle of an event would end that event, so we send one only after a blank line.
 */
export class QuietEvents {
  readonly #response: Pick<CallResponse, "write" | "once">;
  readonly #isWaiting: () => boolean;
  readonly #everyMs: number;
  #heardAt = performance.now();
  #ending = "\n\n";
  #isFull = false;
  #timer: NodeJS.Timeout;

  /** `isWaiting`: the Function has written more than the client has taken. */
  constructor(response: Pick<CallResponse, "write" | "once">, isWaiting: () => boolean, everyMs = usualMs) {
    this.#response = response;
    this.#isWaiting = isWaiting;
    this.#everyMs = everyMs;
    this.#timer = setTimeout(this.#look, everyMs);
  }

  /** Call it with each chunk from the Function. */
  wrote(chunk: Uint8Array): void {
    this.#heardAt = performance.now();
    const last = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).subarray(-4).toString("latin1");
    this.#ending = (this.#ending + last).slice(-4);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Sends a comment if the stream has been quiet for long enough, and checks again later. */
  readonly #look = (): void => {
    const leftMs = this.#heardAt + this.#everyMs - performance.now();
    if (leftMs <= 0 && endsEvent(this.#ending) && !this.#isFull && !this.#isWaiting()) {
      this.#isFull = !this.#response.write(":\n\n");
      if (this.#isFull) this.#response.once("drain", () => (this.#isFull = false));
    }
    this.#timer = setTimeout(this.#look, leftMs > 0 ? leftMs : this.#everyMs);
  };
}
