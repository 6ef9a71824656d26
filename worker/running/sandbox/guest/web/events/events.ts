import { freeze, reflectApply } from "../../primordials.ts";
import { DOMException } from "../dom-exception.ts";
import { eventState, isEvent, type Event } from "./event.ts";
import { defineInterfaces } from "../interface.ts";
import { reportException } from "./report-error.ts";

export type Listener = ((event: Event) => unknown) | { handleEvent: (event: Event) => unknown };
export interface ListenerOptions {
  capture?: boolean;
  once?: boolean;
  passive?: boolean;
  signal?: EventTarget & { aborted: boolean };
}

interface Registered {
  type: string;
  listener: Listener;
  capture: boolean;
  once: boolean;
  passive: boolean;
  removed: boolean;
}

const optionsOf = (options: unknown): ListenerOptions =>
  typeof options === "object" && options !== null ? (options as ListenerOptions) : { capture: Boolean(options) };

const isListener = (listener: unknown): boolean => typeof listener === "object" || typeof listener === "function";

/** https://dom.spec.whatwg.org/#eventtarget. If a listener throws, the error is reported and the others still run. */
export class EventTarget {
  #listeners: Registered[] = [];

  addEventListener(type: string, listener: Listener | null, options: boolean | ListenerOptions = {}): void {
    const { capture = false, once = false, passive = false, signal } = optionsOf(options);
    if (signal !== undefined && (signal === null || typeof signal.addEventListener !== "function"))
      throw new TypeError("signal must be an AbortSignal.");
    if (listener === null || listener === undefined) return void this.#listeners;
    if (!isListener(listener)) throw new TypeError("The listener must be a function or an object.");
    if (signal?.aborted === true) return;
    const name = String(type);
    for (const known of this.#listeners)
      if (known.type === name && known.listener === listener && known.capture === Boolean(capture)) return;
    this.#listeners.push({
      type: name,
      listener,
      capture: Boolean(capture),
      once: Boolean(once),
      passive: Boolean(passive),
      removed: false,
    });
    signal?.addEventListener("abort", () => this.removeEventListener(name, listener, { capture }), { once: true });
  }

  removeEventListener(type: string, listener: Listener | null, options: boolean | ListenerOptions = {}): void {
    const capture = Boolean(optionsOf(options).capture);
    const at = this.#listeners.findIndex(
      (known) => known.type === String(type) && known.listener === listener && known.capture === capture,
    );
    if (at < 0) return;
    this.#listeners[at]!.removed = true;
    this.#listeners.splice(at, 1);
  }

  dispatchEvent(event: Event): boolean {
    if (!isEvent(event)) throw new TypeError("Only an Event can be dispatched.");
    const state = eventState(event);
    if (state.dispatched) throw new DOMException("The event is being dispatched already.", "InvalidStateError");
    state.trusted = false;
    return this.#dispatch(event);
  }

  #dispatch(event: Event): boolean {
    const state = eventState(event);
    state.dispatched = true;
    state.target = this;
    state.currentTarget = this;
    state.phase = 2;
    const listeners = state.propagationStopped ? [] : [...this.#listeners];
    // Capture listeners run first, as at any target.
    for (const capture of [true, false]) {
      for (const known of listeners) {
        if (state.stopped) break;
        if (known.capture !== capture || known.removed || known.type !== state.type) continue;
        if (known.once) this.removeEventListener(known.type, known.listener, { capture });
        state.passive = known.passive;
        try {
          const { listener } = known;
          if (typeof listener === "function") reflectApply(listener, this, [event]);
          else listener.handleEvent(event);
        } catch (error) {
          reportException(error);
        }
        state.passive = false;
      }
      if (state.propagationStopped) break;
    }
    state.dispatched = false;
    state.currentTarget = null;
    state.phase = 0;
    state.propagationStopped = false;
    state.stopped = false;
    return !state.canceled;
  }
  static platform = freeze({
    dispatch: (target: EventTarget, event: Event): boolean => target.#dispatch(event),
  });
}
/** Dispatches an event of the platform, which stays trusted. */
export const { dispatch } = EventTarget.platform;
delete (EventTarget as { platform?: unknown }).platform;
defineInterfaces({ EventTarget });
