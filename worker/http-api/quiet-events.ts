import type { CallResponse } from "../serving/call.ts";

/** Shorter than what proxies wait for a word: most for 60 s, some for 30 s. */
const usualMs = 15_000;

/**
 * Sends a comment while an event stream is quiet, so that nobody on the way takes it for dead, and a client that has gone is
 * noticed. A comment between two halves of an event would end it, so it is sent after a blank line only.
 */
export class QuietEvents {
  #heardAt = performance.now();
  #isBetween = true;
  #isFull = false;
  readonly #timer: NodeJS.Timeout;

  /** `isWaiting`: the Function has written more than the client has taken. */
  constructor(response: Pick<CallResponse, "write" | "once">, isWaiting: () => boolean, everyMs = usualMs) {
    this.#timer = setInterval(() => {
      const isQuiet = performance.now() - this.#heardAt >= everyMs;
      if (!isQuiet || !this.#isBetween || this.#isFull || isWaiting()) return;
      this.#isFull = !response.write(":\n\n");
      if (this.#isFull) response.once("drain", () => (this.#isFull = false));
    }, everyMs);
  }

  /** The Function has written this. */
  wrote(chunk: Uint8Array): void {
    this.#heardAt = performance.now();
    this.#isBetween = chunk.at(-1) === 0x0a && (chunk.length === 1 || chunk.at(-2) === 0x0a);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
