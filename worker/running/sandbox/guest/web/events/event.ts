import { defineProperty } from "../../primordials.ts";
import { defineConstants, defineInterfaces, needArguments } from "../interface.ts";

/** The part of a target that an event needs. EventTarget itself depends on events, so the type is separate. */
interface Target {
  dispatchEvent(event: Event): boolean;
}

export interface EventInit {
  bubbles?: boolean;
  cancelable?: boolean;
  composed?: boolean;
}

interface EventState {
  type: string;
  readonly bubbles: boolean;
  cancelable: boolean;
  readonly composed: boolean;
  readonly timeStamp: number;
  target: Target | null;
  currentTarget: Target | null;
  phase: number;
  canceled: boolean;
  propagationStopped: boolean;
  stopped: boolean;
  passive: boolean;
  dispatched: boolean;
}

export const initOf = (init: unknown): object => {
  if (init === undefined || init === null) return {};
  if (typeof init !== "object" && typeof init !== "function") throw new TypeError("The options must be an object.");
  return init;
};

let makesTrusted = false;
const isTrusted = Object.getOwnPropertyDescriptor(
  {
    get isTrusted(): boolean {
      return stateOf(this as never).trusted;
    },
  },
  "isTrusted",
)!.get!;

/** https://dom.spec.whatwg.org/#event for targets without a tree: nothing captures or bubbles. */
export class Event {
  readonly #state: EventState & { trusted: boolean };

  constructor(type: string, init: EventInit = {}) {
    needArguments("Event", arguments, 1);
    const { bubbles, cancelable, composed } = initOf(init) as EventInit;
    this.#state = {
      type: String(type),
      bubbles: Boolean(bubbles),
      cancelable: Boolean(cancelable),
      composed: Boolean(composed),
      timeStamp: Date.now(),
      target: null,
      currentTarget: null,
      phase: 0,
      canceled: false,
      propagationStopped: false,
      stopped: false,
      passive: false,
      dispatched: false,
      trusted: makesTrusted,
    };
    defineProperty(this, "isTrusted", { get: isTrusted, enumerable: true });
  }
  get type(): string {
    return this.#state.type;
  }
  get target(): Target | null {
    return this.#state.target;
  }
  get srcElement(): Target | null {
    return this.#state.target;
  }
  get currentTarget(): Target | null {
    return this.#state.currentTarget;
  }
  get eventPhase(): number {
    return this.#state.phase;
  }
  get bubbles(): boolean {
    return this.#state.bubbles;
  }
  get cancelable(): boolean {
    return this.#state.cancelable;
  }
  get composed(): boolean {
    return this.#state.composed;
  }
  get defaultPrevented(): boolean {
    return this.#state.canceled;
  }
  get timeStamp(): number {
    return this.#state.timeStamp;
  }
  get returnValue(): boolean {
    return !this.#state.canceled;
  }
  set returnValue(value: boolean) {
    if (!value) this.preventDefault();
  }
  get cancelBubble(): boolean {
    return this.#state.propagationStopped;
  }
  set cancelBubble(value: boolean) {
    if (value) this.#state.propagationStopped = true;
  }
  composedPath(): Target[] {
    const { currentTarget } = this.#state;
    return currentTarget === null ? [] : [currentTarget];
  }
  preventDefault(): void {
    if (this.#state.cancelable && !this.#state.passive) this.#state.canceled = true;
  }
  stopPropagation(): void {
    this.#state.propagationStopped = true;
  }
  stopImmediatePropagation(): void {
    this.#state.propagationStopped = true;
    this.#state.stopped = true;
  }
  static stateOf(event: Event) {
    return event.#state;
  }
  static is(value: unknown): value is Event {
    return typeof value === "object" && value !== null && #state in value;
  }
}
const { stateOf, is } = Event;
export const eventState = stateOf;
export const isEvent = is;
delete (Event as { stateOf?: unknown }).stateOf;
delete (Event as { is?: unknown }).is;
defineInterfaces({ Event });
defineConstants(Event, { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 });

/** Marks an event that the platform itself makes as trusted. */
export function trusted<E extends Event>(make: () => E): E {
  makesTrusted = true;
  try {
    return make();
  } finally {
    makesTrusted = false;
  }
}
