import { freeze } from "../../primordials.ts";
import { setWeakTimeout } from "../../timers.ts";
import { DOMException } from "../dom-exception.ts";
import { Event, trusted } from "./event.ts";
import { dispatch, EventTarget } from "./events.ts";
import { handlerAttribute } from "./handler-attribute.ts";
import { defineInterfaces, needToken, platformToken } from "../interface.ts";

const aborted = () => new DOMException("This operation was aborted", "AbortError");
const makeSignal = () => new AbortSignal(platformToken);

/** https://dom.spec.whatwg.org/#interface-AbortSignal */
export class AbortSignal extends EventTarget {
  #aborted = false;
  #reason: unknown = undefined;
  #steps: (() => void)[] = [];
  #dependents: AbortSignal[] = [];
  /** The signals that this one follows; if there are none, itself. */
  #sources: readonly AbortSignal[] = [this];
  #onabort: ReturnType<typeof handlerAttribute> | undefined;

  constructor(...args: unknown[]) {
    super();
    needToken(args);
  }
  static abort(reason: unknown = aborted()): AbortSignal {
    const signal = makeSignal();
    signal.#aborted = true;
    signal.#reason = reason;
    return signal;
  }
  static timeout(milliseconds: number): AbortSignal {
    const afterMs = Math.trunc(Number(milliseconds));
    if (!(afterMs >= 0 && afterMs <= Number.MAX_SAFE_INTEGER)) throw new TypeError("The time must be a whole number.");
    const signal = makeSignal();
    const expire = () => trigger(signal, new DOMException("The operation timed out.", "TimeoutError"));
    // A delay longer than the longest timer also exceeds the call.
    setWeakTimeout(expire, Math.min(afterMs, 0x7fffffff));
    return signal;
  }
  static any(signals: Iterable<AbortSignal>): AbortSignal {
    if (typeof signals !== "object" || signals === null) throw new TypeError("Expected a sequence of signals.");
    const given = [...signals];
    for (const signal of given) if (!isSignal(signal)) throw new TypeError("Expected an AbortSignal.");
    const either = makeSignal();
    const sources: AbortSignal[] = [];
    for (const signal of given) {
      if (signal.#aborted) {
        either.#aborted = true;
        either.#reason = signal.#reason;
        return either;
      }
      for (const source of signal.#sources) if (!sources.includes(source)) sources.push(source);
    }
    either.#sources = sources;
    for (const source of sources) source.#dependents.push(either);
    return either;
  }
  get aborted(): boolean {
    return this.#aborted;
  }
  get reason(): unknown {
    return this.#reason;
  }
  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }
  get onabort(): ((event: Event) => unknown) | null {
    return this.#onabort?.get() ?? null;
  }
  set onabort(listener: ((event: Event) => unknown) | null) {
    (this.#onabort ??= handlerAttribute(this, "abort")).set(listener);
  }
  static ofSignals = freeze({
    is: (value: unknown): value is AbortSignal => typeof value === "object" && value !== null && #aborted in value,
    /** Runs `step` when `signal` aborts, before its listeners are called. */
    when(signal: AbortSignal, step: () => void): () => void {
      signal.#steps.push(step);
      return () => {
        signal.#steps = signal.#steps.filter((known) => known !== step);
      };
    },
    trigger(signal: AbortSignal, reason: unknown): void {
      if (signal.#aborted) return;
      const all = [signal];
      for (const dependent of signal.#dependents) if (!dependent.#aborted) all.push(dependent);
      for (const one of all) {
        one.#aborted = true;
        one.#reason = reason;
      }
      for (const one of all) {
        const steps = one.#steps;
        one.#steps = [];
        one.#dependents = [];
        for (const step of steps) step();
        dispatch(
          one,
          trusted(() => new Event("abort")),
        );
      }
    },
  });
}

export const { is: isSignal, when: whenAborted, trigger } = AbortSignal.ofSignals;
delete (AbortSignal as { ofSignals?: unknown }).ofSignals;

/** https://dom.spec.whatwg.org/#interface-abortcontroller */
export class AbortController {
  readonly #signal = makeSignal();
  get signal(): AbortSignal {
    return this.#signal;
  }
  abort(reason: unknown = aborted()): void {
    trigger(this.#signal, reason);
  }
}
defineInterfaces({ AbortSignal, AbortController });
