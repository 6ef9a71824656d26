import { afterwards } from "../../timers.ts";
import { dispatch, EventTarget } from "./events.ts";
import { Event, trusted } from "./event.ts";
import { MessageEvent } from "./event-kinds.ts";
import { handlerAttribute } from "./handler-attribute.ts";
import { defineInterfaces, needToken, platformToken } from "../interface.ts";
import { addTransfer, cloneWithTransfer } from "../structured-clone.ts";

interface Message {
  data: unknown;
  ports: readonly unknown[];
}

/** https://html.spec.whatwg.org/#messageport, between two places in one isolate. */
export class MessagePort extends EventTarget {
  #other: MessagePort | undefined;
  #queue: Message[] = [];
  #started = false;
  #detached = false;
  #onmessage: ReturnType<typeof handlerAttribute> | undefined;
  #onmessageerror: ReturnType<typeof handlerAttribute> | undefined;
  #onclose: ReturnType<typeof handlerAttribute> | undefined;

  constructor(...args: unknown[]) {
    super();
    needToken(args);
  }
  postMessage(message: unknown, options: Iterable<unknown> | { transfer?: Iterable<unknown> } = {}): void {
    const given = typeof (options as Iterable<unknown>)?.[Symbol.iterator] === "function";
    const transfer = given
      ? (options as Iterable<unknown>)
      : ((options as { transfer?: Iterable<unknown> })?.transfer ?? []);
    const list = [...transfer];
    const packed = cloneWithTransfer({ message, list }, list) as { message: unknown; list: unknown[] };
    const other = this.#other;
    if (other === undefined || this.#detached) return;
    other.#queue.push({ data: packed.message, ports: packed.list.filter((one) => isPort(one)) });
    if (other.#started) other.#deliver();
  }
  start(): void {
    if (this.#started) return;
    this.#started = true;
    for (let n = this.#queue.length; n > 0; n--) this.#deliver();
  }
  close(): void {
    const other = this.#other;
    this.#other = undefined;
    this.#detached = true;
    if (other === undefined) return;
    other.#other = undefined;
    afterwards(
      () =>
        void dispatch(
          other,
          trusted(() => new Event("close")),
        ),
    );
  }
  get onmessage(): unknown {
    return this.#onmessage?.get() ?? null;
  }
  set onmessage(handler: unknown) {
    (this.#onmessage ??= handlerAttribute(this, "message")).set(handler);
    this.start();
  }
  get onmessageerror(): unknown {
    return this.#onmessageerror?.get() ?? null;
  }
  set onmessageerror(handler: unknown) {
    (this.#onmessageerror ??= handlerAttribute(this, "messageerror")).set(handler);
  }
  get onclose(): unknown {
    return this.#onclose?.get() ?? null;
  }
  set onclose(handler: unknown) {
    (this.#onclose ??= handlerAttribute(this, "close")).set(handler);
  }
  #deliver(): void {
    afterwards(() => {
      const message = this.#queue.shift();
      if (message !== undefined)
        dispatch(
          this,
          trusted(() => new MessageEvent("message", message)),
        );
    });
  }
  static link(one: MessagePort, other: MessagePort): void {
    one.#other = other;
    other.#other = one;
  }
  /** Moves a port to a new object. The old one is unusable afterwards. */
  static move(value: object): MessagePort | undefined {
    if (!(#queue in value)) return undefined;
    const port = new MessagePort(platformToken);
    const other = value.#other;
    if (other !== undefined) link(port, other);
    port.#queue = value.#queue;
    value.#queue = [];
    value.#other = undefined;
    value.#detached = true;
    return port;
  }
  static is(value: unknown): boolean {
    return typeof value === "object" && value !== null && #queue in value;
  }
}
const { link, move, is: isPort } = MessagePort;
for (const name of ["link", "move", "is"]) delete (MessagePort as unknown as Record<string, unknown>)[name];
addTransfer(move);

/** https://html.spec.whatwg.org/#messagechannel */
export class MessageChannel {
  readonly #port1 = new MessagePort(platformToken);
  readonly #port2 = new MessagePort(platformToken);
  constructor() {
    link(this.#port1, this.#port2);
  }
  get port1(): MessagePort {
    return this.#port1;
  }
  get port2(): MessagePort {
    return this.#port2;
  }
}
defineInterfaces({ MessagePort, MessageChannel });
