import type { Readable } from "node:stream";
import { tooLarge } from "./decode-body.ts";

/** A response's body while it is read: in chunks, at most `mostBytes` in all, and no faster than requested. */
export class OpenBody {
  readonly #stream: Readable;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #mostBytes: number;
  readonly #explain: (error: unknown) => Error;
  #length = 0;
  /** A chunk that was requested but not handed out. */
  #next: Promise<IteratorResult<Buffer>> | undefined;

  /** `explain` turns a failure into the error that a Function may see. */
  constructor(stream: Readable, mostBytes: number, explain: (error: unknown) => Error) {
    this.#stream = stream;
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    this.#mostBytes = mostBytes;
    this.#explain = explain;
  }

  async #take(next: Promise<IteratorResult<Buffer>>): Promise<Buffer | null> {
    try {
      const { done, value } = await next;
      if (done === true) return null;
      this.#length += value.length;
      if (this.#length > this.#mostBytes) throw tooLarge(this.#mostBytes);
      return value;
    } catch (error) {
      this.cancel();
      throw this.#explain(error);
    }
  }

  /** The next chunk. Null at the end. One reader at a time. */
  read(): Promise<Buffer | null> {
    const next = this.#next ?? this.#chunks.next();
    this.#next = undefined;
    return this.#take(next);
  }

  /** Reads the data that arrives within this many milliseconds, up to about `bytes`. `ended`: there is no more. */
  async readAhead(withinMs: number, bytes: number): Promise<{ bytes: Buffer; ended: boolean }> {
    const { promise: late, resolve } = Promise.withResolvers<"late">();
    const timer = setTimeout(resolve, withinMs, "late");
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      while (length < bytes) {
        const next = (this.#next ??= this.#chunks.next());
        // The reader gets the failure.
        next.catch(() => undefined);
        const failed = next.then(
          () => undefined,
          () => undefined,
        );
        if ((await Promise.race([late, failed])) === "late") return { bytes: Buffer.concat(chunks), ended: false };
        const chunk = await this.read();
        if (chunk === null) return { bytes: Buffer.concat(chunks), ended: true };
        chunks.push(chunk);
        length += chunk.length;
      }
      return { bytes: Buffer.concat(chunks), ended: false };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Releases the connection. */
  cancel(): void {
    this.#stream.on("error", () => undefined);
    this.#stream.destroy();
  }
}
