/** What a call listens to for its end: an `AbortSignal`, or something lighter. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener: (type: "abort", heard: () => void) => void;
  removeEventListener: (type: "abort", heard: () => void) => void;
}

/**
 * Ends a call once, from wherever it is told to. Each call has one, and an `AbortController` with its event target cost
 * a call several microseconds.
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

  /** Tells everyone who listens, once. */
  readonly cancel = (): void => {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const heard of this.#listeners.splice(0)) heard();
  };
}

/** For what needs a whole `AbortSignal`: a controller that aborts when `cancelled` does. */
export function abortedBy(cancelled: CancelSignal): AbortController {
  const controller = new AbortController();
  if (cancelled.aborted) controller.abort();
  else cancelled.addEventListener("abort", () => controller.abort());
  return controller;
}
