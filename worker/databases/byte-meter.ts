import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";

/** What a server may send besides rows: greetings, errors, notices. */
const overheadBytes = 262_144;

/** Counts the bytes a server sends, and reports when they exceed what the current statement may return. */
export class ByteMeter {
  #received = 0;
  #most = overheadBytes;
  #failed: ((error: Error) => void) | undefined;

  /** A statement begins. `failed` is called once, when its answer has become too large. */
  begin(maxBytes: number, failed: (error: Error) => void): void {
    this.#received = 0;
    this.#most = maxBytes + overheadBytes;
    this.#failed = failed;
  }

  /** Only the platform's own statements follow. */
  end(): void {
    this.begin(0, () => undefined);
  }

  /** False: the limit is exceeded, and the connection must be closed. */
  take(bytes: number): boolean {
    this.#received += bytes;
    if (this.#received <= this.#most) return true;
    const most = this.#most - overheadBytes;
    this.#failed?.(tooMuch(`${most} bytes`));
    this.#failed = undefined;
    return false;
  }
}

export const tooMuch = (what: string): HostCallError =>
  new HostCallError("LIMIT_EXCEEDED", `The statement answered more than the ${what} that its connection allows.`);
