// Why: docs/decisions/streams-beside-calls.md
import type { ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import type { Prefix } from "../answers/prefix-of.ts";
import type { GatewayContext } from "./gateway-context.ts";

interface Listener {
  prefix: Prefix;
  /** The endpoint whose share it takes. */
  endpoint: string;
  response: ServerResponse;
  /** The value of the header with its last bytes. */
  farewell: string;
  /** Leaves the worker without a word to the client. */
  leave: () => void;
}

/** A response that stays open and mostly silent (`farewellHeader`). It does not count as a call. */
export class Listening {
  readonly #gateway: GatewayContext;
  readonly #listener: Listener;
  #isSlow = false;

  /** Counts the stream; undefined when there is no room for it. */
  static begin(gateway: GatewayContext, listener: Listener): Listening | undefined {
    return gateway.room.takeListener(listener.endpoint) ? new Listening(gateway, listener) : undefined;
  }

  private constructor(gateway: GatewayContext, listener: Listener) {
    this.#gateway = gateway;
    this.#listener = listener;
    gateway.listeners.add(this);
    gateway.metrics.listens(listener.prefix);
  }

  /** Ends the stream as its worker would. */
  sayFarewell(): void {
    const { response, farewell, leave } = this.#listener;
    leave();
    if (!response.writableEnded && !response.destroyed) response.end(Buffer.from(farewell, "base64"));
  }

  /** Cuts off a client that does not read, because what waits for it must not pile up. */
  drop(): void {
    this.#isSlow = true;
    this.#listener.leave();
    this.#listener.response.destroy();
  }

  /** The response has closed. */
  closed(): void {
    if (!this.#gateway.listeners.delete(this)) return;
    const { endpoint, prefix } = this.#listener;
    this.#gateway.room.giveListener(endpoint);
    this.#gateway.metrics.listened(prefix, this.#isSlow);
  }
}

/** How many streams end in one turn of the event loop. */
const atOnce = 200;

/** Ends all open streams, so that their clients know that nothing broke. */
export async function sayFarewells(listeners: GatewayContext["listeners"]): Promise<void> {
  let ended = 0;
  for (const one of listeners) {
    one.sayFarewell();
    ended += 1;
    if (ended % atOnce === 0) await turn();
  }
}
