import { Event, initOf, type EventInit } from "./event.ts";
import { defineInterfaces, needArguments } from "../interface.ts";

/** https://dom.spec.whatwg.org/#interface-customevent */
export class CustomEvent extends Event {
  readonly #detail: unknown;
  constructor(type: string, init: EventInit & { detail?: unknown } = {}) {
    needArguments("CustomEvent", arguments, 1);
    super(type, init);
    this.#detail = (initOf(init) as { detail?: unknown }).detail ?? null;
  }
  get detail(): unknown {
    return this.#detail;
  }
}

interface ErrorEventInit extends EventInit {
  message?: string;
  filename?: string;
  lineno?: number;
  colno?: number;
  error?: unknown;
}

/** https://html.spec.whatwg.org/#errorevent */
export class ErrorEvent extends Event {
  readonly #init: ErrorEventInit;
  constructor(type: string, init: ErrorEventInit = {}) {
    needArguments("ErrorEvent", arguments, 1);
    super(type, init);
    this.#init = { ...initOf(init) };
  }
  get message(): string {
    return String(this.#init.message ?? "");
  }
  get filename(): string {
    return String(this.#init.filename ?? "");
  }
  get lineno(): number {
    return Number(this.#init.lineno ?? 0) >>> 0;
  }
  get colno(): number {
    return Number(this.#init.colno ?? 0) >>> 0;
  }
  get error(): unknown {
    return this.#init.error;
  }
}

interface MessageEventInit extends EventInit {
  data?: unknown;
  origin?: string;
  lastEventId?: string;
  source?: unknown;
  ports?: Iterable<unknown>;
}

/** https://html.spec.whatwg.org/#messageevent */
export class MessageEvent extends Event {
  readonly #init: MessageEventInit;
  readonly #ports: readonly unknown[];
  constructor(type: string, init: MessageEventInit = {}) {
    needArguments("MessageEvent", arguments, 1);
    super(type, init);
    this.#init = { ...initOf(init) };
    this.#ports = Object.freeze([...(this.#init.ports ?? [])]);
  }
  get data(): unknown {
    return this.#init.data ?? null;
  }
  get origin(): string {
    return String(this.#init.origin ?? "");
  }
  get lastEventId(): string {
    return String(this.#init.lastEventId ?? "");
  }
  get source(): unknown {
    return this.#init.source ?? null;
  }
  get ports(): readonly unknown[] {
    return this.#ports;
  }
}

/** https://html.spec.whatwg.org/#promiserejectionevent */
export class PromiseRejectionEvent extends Event {
  readonly #promise: unknown;
  readonly #reason: unknown;
  constructor(type: string, init: EventInit & { promise: unknown; reason?: unknown }) {
    if (arguments.length < 2) throw new TypeError("A PromiseRejectionEvent needs a type and a promise.");
    super(type, init);
    if (init.promise === undefined) throw new TypeError("A PromiseRejectionEvent needs a promise.");
    this.#promise = init.promise;
    this.#reason = init.reason;
  }
  get promise(): unknown {
    return this.#promise;
  }
  get reason(): unknown {
    return this.#reason;
  }
}

defineInterfaces({ CustomEvent, ErrorEvent, MessageEvent, PromiseRejectionEvent });
