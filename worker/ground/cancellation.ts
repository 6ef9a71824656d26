/** The part of an `AbortSignal` that ends a call; a lighter object can provide it too. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener: (type: "abort", heard: () => void) => void;
  removeEventListener: (type: "abort", heard: () => void) => void;
}

/**
 * Ends a call once, whoever asks. Each call has one of these: an `AbortController` with its event target would cost a
 * call several microseconds.
 */
export class Cancellation implements CancelSignal {
  #aborted = false;
  readonly #listeners: (() => void)[] = [];

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: "abort", heard: () => void): void {
    this.#listeners.push(heard);
  }

  removeEventListener(_type: "abort", heard: () => void): void {
    const at = this.#listeners.indexOf(heard);
    if (at >= 0) this.#listeners.splice(at, 1);
  }

  /** Notifies all listeners, once. */
  readonly cancel = (): void => {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const heard of this.#listeners.splice(0)) heard();
  };
}

/** A controller that aborts when `cancelled` does, for code that needs a real `AbortSignal`. */
export function abortedBy(cancelled: CancelSignal): AbortController {
  const controller = new AbortController();
  if (cancelled.aborted) controller.abort();
  else cancelled.addEventListener("abort", () => controller.abort());
  return controller;
}
