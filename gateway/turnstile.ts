import type { ServerResponse } from "node:http";
import { FairQueue, type Queued } from "@ferrule/kit/fair-queue.ts";

/** Of a connection of HTTP/1.1. Only pipelining has more than one at all. */
const mostOfConnection = 16;
/** Of an address under `/api`: a quarter of what goes to one control plane at once. */
const mostOfAddress = 256;

interface Waiting extends Queued {
  begin: () => void;
}

/** Whose requests are counted together. */
interface Count {
  underWay: number;
  waiting: FairQueue<Waiting>;
}

/**
 * Shares what a gateway has under way. A connection of HTTP/1.1 has at most 16 requests begun, and an address at most 256 under `/api`: what
 * comes beyond, as by pipelining, waits and is not refused. So a client that writes thousands at once waits for itself, and others find room.
 */
export class Turnstile {
  readonly #connections = new WeakMap<object, Count>();
  readonly #addresses = new Map<string, Count>();
  #connectionNumbers = new WeakMap<object, string>();
  #next = 0;

  /**
   * Begins the request when it is its turn; never, if its answer has closed by then.
   * @param connection Null: its requests are bounded otherwise
   * @param address Null: it does not count
   */
  enter(connection: object | null, address: string | null, response: ServerResponse, begin: () => void): void {
    const ofAddress = address === null ? null : this.#countOf(address);
    const holder = this.#numberOf(connection ?? response);
    const inAddress = () => {
      if (ofAddress === null || address === null) return begin();
      this.#pass(ofAddress, mostOfAddress, { holder, begin }, response, () => {
        if (ofAddress.underWay === 0 && ofAddress.waiting.size === 0) this.#addresses.delete(address);
      });
    };
    if (connection === null) return inAddress();
    let ofConnection = this.#connections.get(connection);
    if (ofConnection === undefined) {
      ofConnection = { underWay: 0, waiting: new FairQueue() };
      this.#connections.set(connection, ofConnection);
    }
    this.#pass(ofConnection, mostOfConnection, { holder, begin: inAddress }, response);
  }

  #countOf(address: string): Count {
    let count = this.#addresses.get(address);
    if (count === undefined) {
      count = { underWay: 0, waiting: new FairQueue() };
      this.#addresses.set(address, count);
    }
    return count;
  }

  #numberOf(connection: object): string {
    let number = this.#connectionNumbers.get(connection);
    if (number === undefined) {
      this.#next += 1;
      number = String(this.#next);
      this.#connectionNumbers.set(connection, number);
    }
    return number;
  }

  #pass(count: Count, most: number, waiting: Waiting, response: ServerResponse, left = () => {}): void {
    const leave = () => {
      count.underWay -= 1;
      const next = count.underWay < most ? count.waiting.next() : undefined;
      if (next !== undefined) begin(next);
      left();
    };
    const begin = (one: Waiting) => {
      count.underWay += 1;
      one.begin();
    };
    const mine: Waiting = {
      holder: waiting.holder,
      begin: () => {
        // Not at once, because thousands may have gone together.
        if (response.destroyed || response.req.socket.destroyed) return queueMicrotask(leave);
        response.once("close", leave);
        waiting.begin();
      },
    };
    if (count.underWay < most) begin(mine);
    else count.waiting.add(mine);
  }
}
