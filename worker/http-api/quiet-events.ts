import type { ServerResponse } from "node:http";

/** Shorter than what proxies wait for a word: most for 60 s, some for 30 s. */
const usualMs = 15_000;

/**
 * Sends a comment while an event stream is quiet, so that nobody on the way takes it for dead, and a client that has gone is
 * noticed. A comment between two halves of an event would end it, so it is sent after a blank line only.
 */
export class QuietEvents {
  #heardAt = performance.now();
  #isBetween = true;
  readonly #timer: NodeJS.Timeout;

  constructor(response: Pick<ServerResponse, "write" | "writableNeedDrain">, everyMs = usualMs) {
    this.#timer = setInterval(() => {
      const isQuiet = performance.now() - this.#heardAt >= everyMs;
      if (isQuiet && this.#isBetween && !response.writableNeedDrain) response.write(":\n\n");
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
