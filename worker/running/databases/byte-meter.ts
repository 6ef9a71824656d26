import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";

/**
 * The most bytes that a server may send for the platform's own statements, and before any statement: greetings, errors,
 * notices.
 */
const quietBytes = 262_144;
/**
 * The least limit for any statement. Column names and errors count too, and may be larger than a caller's limit.
 */
const leastBytes = 16_384;

/** Counts the bytes that a server sends, and reports when they exceed the current statement's limit. */
export class ByteMeter {
  #received = 0;
  #most = quietBytes;
  #said = quietBytes;
  #failed: ((error: Error) => void) | undefined;

  /**
   * Call it when a statement begins. It calls `failed` once, if the response has become too large. `ownBytes`: extra
   * room for responses to the platform's own statements that count together with this one.
   */
  begin(maxBytes: number, failed: (error: Error) => void, ownBytes = 0): void {
    this.#received = 0;
    this.#most = Math.max(maxBytes, leastBytes) + ownBytes;
    this.#said = maxBytes;
    this.#failed = failed;
  }

  /** Call it when only the platform's own statements follow. */
  end(): void {
    this.begin(quietBytes, () => undefined);
  }

  /** Counts bytes. False: the limit is exceeded, and the caller must close the connection. */
  take(bytes: number): boolean {
    this.#received += bytes;
    if (this.#received <= this.#most) return true;
    this.#failed?.(tooMuch(`${this.#said} bytes`));
    this.#failed = undefined;
    return false;
  }
}

export const tooMuch = (what: string): HostCallError =>
  new HostCallError("LIMIT_EXCEEDED", `The statement returned more than the ${what} that its connection allows.`);
