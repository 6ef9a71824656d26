import type { ServerResponse } from "node:http";
import { FairQueue, type Queued } from "@ferrule/kit/fair-queue.ts";

/** Of a connection of HTTP/1.1. Only pipelining has more than one at all. */
const mostOfConnection = 16;
/** The limit of one address under `/api`: a quarter of the requests that one control plane gets at once. */
const mostOfAddress = 256;

interface Waiting extends Queued {
  begin: () => void;
}

/** Whose requests are counted together. */
interface Count {
  /** Null: of a connection. */
  address: string | null;
  underWay: number;
  waiting: FairQueue<Waiting>;
}

const newCount = (address: string | null = null): Count => ({ address, underWay: 0, waiting: new FairQueue() });

/**
 * Shares what a gateway has under way. A connection of HTTP/1.1 has at most 16 requests begun, and an address at most 256 under `/api`: what
 * comes beyond, as by pipelining, waits and is not refused. So a client that writes thousands at once waits for itself, and others find room.
 */
export class Turnstile {
  readonly #connections = new WeakMap<object, Count>();
  readonly #addresses = new Map<string, Count>();
  readonly #connectionNumbers = new WeakMap<object, string>();
  #next = 0;

  /**
   * Begins the request when it is its turn; never, if its answer has closed by then.
   * @param connection Null: its requests are bounded otherwise
   * @param address Null: it does not count
   */
  enter(connection: object | null, address: string | null, response: ServerResponse, begin: () => void): void {
    const inAddress =
      address === null
        ? begin
        : () => this.#pass(this.#countOf(address), mostOfAddress, connection ?? response, response, begin);
    if (connection === null) return inAddress();
    let ofConnection = this.#connections.get(connection);
    if (ofConnection === undefined) {
      ofConnection = newCount();
      this.#connections.set(connection, ofConnection);
    }
    this.#pass(ofConnection, mostOfConnection, connection, response, inAddress);
  }

  #countOf(address: string): Count {
    let count = this.#addresses.get(address);
    if (count === undefined) {
      count = newCount(address);
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

  #pass(count: Count, most: number, from: object, response: ServerResponse, begin: () => void): void {
    const enter = () => {
      count.underWay += 1;
      // Not at once, because thousands may have gone together.
      if (response.destroyed || response.req.socket.destroyed) queueMicrotask(() => this.#leave(count, most));
      else {
        response.once("close", () => this.#leave(count, most));
        begin();
      }
    };
    if (count.underWay < most) enter();
    else count.waiting.add({ holder: this.#numberOf(from), begin: enter });
  }

  #leave(count: Count, most: number): void {
    count.underWay -= 1;
    if (count.underWay < most) count.waiting.next()?.begin();
    if (count.underWay === 0 && count.address !== null) this.#addresses.delete(count.address);
  }
}
