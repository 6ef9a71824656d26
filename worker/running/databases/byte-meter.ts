import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";

/** What a server may send to the platform's own statements, and before any: greetings, errors, notices. */
const quietBytes = 262_144;
/** What any statement may answer: the names of columns and errors count too, and a limit may be lower than they are. */
const leastBytes = 16_384;

/** Counts the bytes a server sends, and reports when they exceed what the current statement may return. */
export class ByteMeter {
  #received = 0;
  #most = quietBytes;
  #said = quietBytes;
  #failed: ((error: Error) => void) | undefined;

  /**
   * A statement begins. `failed` is called once, when its answer has become too large. `ownBytes`: for answers to the platform's own
   * statements that are counted with it.
   */
  begin(maxBytes: number, failed: (error: Error) => void, ownBytes = 0): void {
    this.#received = 0;
    this.#most = Math.max(maxBytes, leastBytes) + ownBytes;
    this.#said = maxBytes;
    this.#failed = failed;
  }

  /** Only the platform's own statements follow. */
  end(): void {
    this.begin(quietBytes, () => undefined);
  }

  /** False: the limit is exceeded, and the connection must be closed. */
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
